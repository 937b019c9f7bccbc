import type { RequirementList } from "./requirement.ts";

export const backups = {
  "backups:locations:browsed": {
    text: "What lies at an offsite location is listed by the file browser and downloaded from its store, and is not changed there.",
    source: "Promise, offsite locations",
  },
  "backups:locations:changed": {
    text: "An offsite location is changed and deleted; its secret is used for the account and store that it was given for.",
    source: "Promise, offsite locations; Security C2, O1",
  },
  "backups:locations:older": {
    text: "The operations of older clients on their one location read, set and delete a location like any other, with a schedule where one is wanted; its secret is shown by none.",
    source: 'Specification, "Endpoints", notes, other operations',
  },
  "backups:locations:refused": {
    text: "A location that a store refuses, or that lacks a right, is not saved, and the answer says what is missing.",
    source: "Promise, offsite locations",
  },
  "backups:locations:secret": {
    text: "The secret of a location is sealed, and no answer shows it.",
    source: "Security C1, C2",
  },
  "backups:locations:tried": {
    text: "Saving a location tries each right that backups need and what the store can do.",
    source: "Promise, offsite locations",
  },
  "backups:notifications:events": {
    text: "A backup that was sent, that failed, that is overdue, and a schedule that FileMaker Server has no more are notified by the reference's events and ours; success only where it is wanted.",
    source: "Promise, offsite backups",
  },
  "backups:notifications:settings": {
    text: "The notification settings of offsite backups are read and changed by an operation.",
    source: 'Specification, "Endpoints", notes, other operations',
  },
  "backups:offsite:run": {
    text: "Offsite backups are made: plain files under their own names, and a manifest that has the SHA-256 of each and comes last.",
    source: 'Specification, "What the service does", point 5',
  },
  "backups:offsite:schedules": {
    text: "Offsite backups run on schedules: a backup that FileMaker Server's schedule has made is sent by itself; one that is still being written is left alone.",
    source: 'Specification, "What the service does", point 5',
  },
  "backups:restore:time": {
    text: "A deployment takes files from an offsite backup of a chosen time, or from the newest that is whole, and puts them in the place of hosted ones as it does others.",
    source: "Promise, offsite backups",
  },
  "backups:runs:aborted": {
    text: "A backup on its way is aborted, also while it waits for the store; one schedule sends one backup at a time.",
    source: "Promise, offsite backups",
  },
  "backups:runs:containers": {
    text: "External container folders are sent to a place of their own, and what lies there already is not sent again.",
    source: "Promise, offsite backups",
  },
  "backups:runs:resumed": {
    text: "A large file goes on after a restart of the agent with the parts that the store does not have yet.",
    source: "Reliability 8, R8.2",
  },
  "backups:runs:unchanged": {
    text: "A file that is the same as in the backup before is copied by the store and not sent again.",
    source: "Promise, offsite backups",
  },
  "backups:runs:zips": {
    text: "Where it is wanted each file is sent as a zip, together with what it keeps outside of itself.",
    source: "Promise, offsite backups",
  },
  "backups:schedules:linked": {
    text: "A schedule of offsite backups is linked by its id to a backup schedule of FileMaker Server, which is made where there is none; renamed there, it goes on by its new name.",
    source: "Promise, offsite backups",
  },
  "backups:schedules:overdue": {
    text: "A backup that has not come to its place an hour after it was due makes its schedule overdue; one whose own schedule was deleted says so.",
    source: "Promise, offsite backups",
  },
  "backups:upload:parts": {
    text: "Large files are brought to a store in parts; calls that break are made again, and an upload that fails is aborted, or named in the log where it cannot be.",
    source: "Reliability 8, R8.2, R8.5",
  },
} as const satisfies RequirementList;
