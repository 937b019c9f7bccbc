import type { RequirementList } from "./requirement.ts";

export const notifications = {
  "notifications:agent:away": {
    text: "A notification is sent for an agent that is offline for two minutes, and for its return; repetitions within an hour are counted, and sent if they last longer.",
    source: "Promise, notifications",
  },
  "notifications:backups:failure": {
    text: "A failed offsite backup sends a notification.",
    source: 'Specification, "Events", rule 1',
    planned: "notifications",
  },
  "notifications:backups:success": {
    text: "A successful offsite backup sends a notification.",
    source: 'Specification, "Events", rule 1',
    planned: "notifications",
  },
  "notifications:backups:success-off": {
    text: "Notifications of successful offsite backups can be turned off.",
    source: 'Specification, "Events", rule 1',
    planned: "notifications",
  },
  "notifications:builds:crash": {
    text: "A crashed build sends a notification.",
    source: 'Specification, "Events", rule 1',
  },
  "notifications:builds:failure": {
    text: "A failed build sends a notification.",
    source: 'Specification, "Events", rule 1',
  },
  "notifications:builds:start": {
    text: "The start of a build sends a notification.",
    source: 'Specification, "Events", rule 1',
  },
  "notifications:builds:success": {
    text: "A successful build sends a notification.",
    source: 'Specification, "Events", rule 1',
  },
  "notifications:certificate:ends": {
    text: "An expiring certificate sends a notification 30 days, 7 days, and 1 day before it expires, when it expires, and when it is renewed.",
    source: "Promise, notifications",
  },
  "notifications:console:page": {
    text: "The settings show the notification destinations, with a test, the events each one gets, and recent notifications.",
    source: "Promise, webhooks",
  },
  "notifications:credential:refused": {
    text: "A stored credential that the server rejects sends one notification, and another when it is accepted again.",
    source: "Reliability R5.5",
  },
  "notifications:deployments:any": {
    text: "Deployments send notifications.",
    source: 'Specification, "Events", rule 1',
  },
  "notifications:deployments:crash": {
    text: "A crashed deployment sends a notification.",
    source: 'Specification, "Events", rule 1',
  },
  "notifications:destinations:changed": {
    text: "A notification destination can be changed and deleted; an unknown one is rejected.",
    source: "Promise, notifications",
  },
  "notifications:destinations:chosen": {
    text: "A destination gets its chosen events, from its chosen severity up.",
    source: "Promise, notifications",
  },
  "notifications:destinations:disabled": {
    text: "A destination that is gone, or fails for five days, is disabled, and the others are notified: at most once an hour for the same one, with a count.",
    source: "Reliability R6.5",
  },
  "notifications:destinations:made": {
    text: "A notification destination can be created and listed, and shows no secret.",
    source: "Promise, notifications",
  },
  "notifications:destinations:test": {
    text: "A notification destination can be tested.",
    source: "Promise, notifications",
  },
  "notifications:disk:low": {
    text: "A nearly full disk sends a notification, and another when it has space again.",
    source: "Promise, notifications",
  },
  "notifications:filemaker-server:away": {
    text: "A FileMaker Server that hasn't responded for a minute sends a notification, and another when it is back.",
    source: "Promise, notifications",
  },
  "notifications:mail:injection": {
    text: "An email address can't contain anything but one address.",
    source: "Promise, notifications",
  },
  "notifications:mail:password-kept": {
    text: "A change that omits the password of an email account keeps it, but never for another server, port, security mode, or account.",
    source: "Promise, notifications",
  },
  "notifications:mail:refused": {
    text: "A rejection by the mail server is shown with its code, and without the password.",
    source: "Promise, notifications",
  },
  "notifications:mail:sent": {
    text: "Notifications can be sent by email.",
    source: "Promise, notifications",
  },
  "notifications:mail:tls": {
    text: "Email with an account is sent over TLS with a verified certificate, or not at all.",
    source: "Promise, notifications",
  },
  "notifications:outbox:killed": {
    text: "A stored event is sent as one delivery, even if the service is killed at any write.",
    source: "Reliability H1",
  },
  "notifications:releases:success-off": {
    text: "A destination included in a build or a deployment gets only failures if it says so.",
    source: "Promise, notifications",
  },
  "notifications:schedules:missed": {
    text: "A missed schedule, and one whose task couldn't start, send a notification.",
    source: "Promise, notifications",
  },
  "notifications:sign-ins:refused": {
    text: "Many rejected credentials send a notification.",
    source: "Promise, notifications",
  },
  "notifications:targets:chat": {
    text: "Notifications can be sent to a chat service.",
    source: 'Specification, "Events", rule 1',
  },
  "notifications:targets:refused": {
    text: "Nothing is sent to this machine, an unlisted private network, or a metadata service, in any notation of the address.",
    source: "Reliability R6.5",
  },
  "notifications:targets:webhook": {
    text: "Notifications can be sent to a webhook URL.",
    source: 'Specification, "Events", rule 1',
  },
  "notifications:triggers:any": {
    text: "A disabled trigger target, and a changed schema of a trigger's table, send a notification.",
    source: "Promise, notifications",
  },
  "notifications:webhook:signed": {
    text: "Webhook requests are signed according to Standard Webhooks, with two secrets during a rotation, and carry the configured headers.",
    source: "Reliability R6.5",
  },
} as const satisfies RequirementList;
