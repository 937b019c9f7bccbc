import type { RequirementList } from "./requirement.ts";

export const notifications = {
  "notifications:backups:failure": {
    text: "A failed offsite backup is notified.",
    source: 'Specification, "Events", rule 1',
    planned: "notifications",
  },
  "notifications:backups:success": {
    text: "A successful offsite backup is notified.",
    source: 'Specification, "Events", rule 1',
    planned: "notifications",
  },
  "notifications:backups:success-off": {
    text: "Notifications of successful offsite backups can be turned off.",
    source: 'Specification, "Events", rule 1',
    planned: "notifications",
  },
  "notifications:builds:crash": {
    text: "A crashed build is notified.",
    source: 'Specification, "Events", rule 1',
    planned: "notifications",
  },
  "notifications:builds:failure": {
    text: "A failed build is notified.",
    source: 'Specification, "Events", rule 1',
    planned: "notifications",
  },
  "notifications:builds:start": {
    text: "The start of a build is notified.",
    source: 'Specification, "Events", rule 1',
    planned: "notifications",
  },
  "notifications:builds:success": {
    text: "A successful build is notified.",
    source: 'Specification, "Events", rule 1',
    planned: "notifications",
  },
  "notifications:credential:refused": {
    text: "A stored credential that the server refuses is notified once.",
    source: "Reliability R5.5",
    planned: "notifications",
  },
  "notifications:deployments:any": {
    text: "Deployments are notified.",
    source: 'Specification, "Events", rule 1',
    planned: "notifications",
  },
  "notifications:targets:chat": {
    text: "Notifications go to a chat service.",
    source: 'Specification, "Events", rule 1',
    planned: "notifications",
  },
  "notifications:targets:webhook": {
    text: "Notifications go to a webhook URL.",
    source: 'Specification, "Events", rule 1',
    planned: "notifications",
  },
} as const satisfies RequirementList;
