import type { RequirementList } from "./requirement.ts";

export const notifications = {
  "notifications:agent:away": {
    text: "An agent that has had no link for two minutes is notified, and its return where that was: the same again within an hour is counted, and sent when it lasts beyond it.",
    source: "Promise, notifications",
  },
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
  },
  "notifications:builds:failure": {
    text: "A failed build is notified.",
    source: 'Specification, "Events", rule 1',
  },
  "notifications:builds:start": {
    text: "The start of a build is notified.",
    source: 'Specification, "Events", rule 1',
  },
  "notifications:builds:success": {
    text: "A successful build is notified.",
    source: 'Specification, "Events", rule 1',
  },
  "notifications:certificate:ends": {
    text: "A certificate that ends is notified 30 days, 7 days and 1 day before, at its end, and when it is renewed.",
    source: "Promise, notifications",
  },
  "notifications:console:page": {
    text: "The settings have the destinations of notifications, with a test, what each gets, and what has happened.",
    source: "Promise, webhooks",
  },
  "notifications:credential:refused": {
    text: "A stored credential that the server refuses is notified once, and when it is taken again.",
    source: "Reliability R5.5",
  },
  "notifications:deployments:any": {
    text: "Deployments are notified.",
    source: 'Specification, "Events", rule 1',
  },
  "notifications:deployments:crash": {
    text: "A crashed deployment is notified.",
    source: 'Specification, "Events", rule 1',
  },
  "notifications:destinations:changed": {
    text: "A destination of notifications is changed and deleted; one that is not there is refused.",
    source: "Promise, notifications",
  },
  "notifications:destinations:chosen": {
    text: "A destination gets the events that it has chosen, from the severity on that it wants.",
    source: "Promise, notifications",
  },
  "notifications:destinations:disabled": {
    text: "A destination that is gone, or takes nothing for five days, is switched off, and the others are notified: of the same at most once an hour, with how often it has happened.",
    source: "Reliability R6.5",
  },
  "notifications:destinations:made": {
    text: "A destination of notifications is made and listed, and shows no secret.",
    source: "Promise, notifications",
  },
  "notifications:destinations:test": {
    text: "A destination of notifications is tested.",
    source: "Promise, notifications",
  },
  "notifications:disk:low": {
    text: "A disk that is nearly full is notified, and once it has room again.",
    source: "Promise, notifications",
  },
  "notifications:filemaker-server:away": {
    text: "A FileMaker Server that has not answered for a minute is notified, and its return.",
    source: "Promise, notifications",
  },
  "notifications:mail:injection": {
    text: "An address of a mail is one address, and nothing else.",
    source: "Promise, notifications",
  },
  "notifications:mail:password-kept": {
    text: "The password of a mail account stays where a change leaves it out, but never for another server, port, security or account.",
    source: "Promise, notifications",
  },
  "notifications:mail:refused": {
    text: "What a mail server refuses is shown with its code, and no password.",
    source: "Promise, notifications",
  },
  "notifications:mail:sent": {
    text: "Notifications go to people by e-mail.",
    source: "Promise, notifications",
  },
  "notifications:mail:tls": {
    text: "Mail with an account goes over TLS with a certificate that is checked, or not at all.",
    source: "Promise, notifications",
  },
  "notifications:outbox:killed": {
    text: "An event that was kept is sent as one delivery, whichever write the service is killed at.",
    source: "Reliability H1",
  },
  "notifications:releases:success-off": {
    text: "A destination that a build or a deployment brings along gets only what goes wrong where it says so.",
    source: "Promise, notifications",
  },
  "notifications:schedules:missed": {
    text: "A schedule that was missed, and one whose work could not start, are notified.",
    source: "Promise, notifications",
  },
  "notifications:sign-ins:refused": {
    text: "Many refused credentials are notified.",
    source: "Promise, notifications",
  },
  "notifications:targets:chat": {
    text: "Notifications go to a chat service.",
    source: 'Specification, "Events", rule 1',
  },
  "notifications:targets:refused": {
    text: "Nothing is sent to this machine, a private network that is not listed, or a metadata service, however its address is written.",
    source: "Reliability R6.5",
  },
  "notifications:targets:webhook": {
    text: "Notifications go to a webhook URL.",
    source: 'Specification, "Events", rule 1',
  },
  "notifications:triggers:any": {
    text: "A target of a trigger that was switched off, and another schema of a trigger's table, are notified.",
    source: "Promise, notifications",
  },
  "notifications:webhook:signed": {
    text: "Calls to webhooks are signed as Standard Webhooks says, with two secrets while one is replaced, and have the headers that were chosen.",
    source: "Reliability R6.5",
  },
} as const satisfies RequirementList;
