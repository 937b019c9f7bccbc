import type { RequirementList } from "./requirement.ts";

export const backups = {
  "backups:locations:changed": {
    text: "An offsite location is changed and deleted; its secret is used for the account and store that it was given for.",
    source: "OttoFMS API, Settings; checklist O1, C2",
  },
  "backups:locations:refused": {
    text: "A location that a store refuses, or that lacks a right, is not saved, and the answer says what is missing.",
    source: 'Offsite backups, "Probe on save"',
  },
  "backups:locations:secret": {
    text: "The secret of a location is sealed, and no answer shows it.",
    source: "Checklist C1, C2",
  },
  "backups:locations:tried": {
    text: "Saving a location tries each right that backups need and what the store can do.",
    source: 'Offsite backups, "Probe on save"',
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
} as const satisfies RequirementList;
