import type { RequirementList } from "./requirement.ts";

export const backups = {
  "backups:locations:changed": {
    text: "An offsite location is changed and deleted; its secret is used for the account and store that it was given for.",
    source: "Promise, offsite locations; Security C2, O1",
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
  "backups:notifications:settings": {
    text: "The notification settings of offsite backups are read and changed by an operation.",
    source: 'Specification, "Endpoints", notes, other operations',
    planned: "backups",
  },
  "backups:offsite:run": {
    text: "Offsite backups are made.",
    source: 'Specification, "What the service does", point 5',
    planned: "backups",
  },
  "backups:offsite:schedules": {
    text: "Offsite backups run on schedules.",
    source: 'Specification, "What the service does", point 5',
    planned: "backups",
  },
  "backups:upload:parts": {
    text: "Large files are brought to a store in parts; calls that break are made again, and an upload that fails is aborted, or named in the log where it cannot be.",
    source: "Reliability 8, R8.2, R8.5",
  },
} as const satisfies RequirementList;
