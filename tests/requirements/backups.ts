import type { RequirementList } from "./requirement.ts";

export const backups = {
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
