import type { RequirementList } from "./requirement.ts";

export const audit = {
  "audit:entries:changes": {
    text: "Every management change is in the audit trail: who, what, when, from where, to which object, and how it ended.",
    source: "Promise, audit trail",
  },
  "audit:entries:cleanup": {
    text: "What is deleted because a setting or a time limit says so is in the audit trail, with what it was.",
    source: "Promise, audit trail",
  },
  "audit:entries:declared": {
    text: "Every operation that changes something says how the audit trail names what it is done to.",
    source: "Promise, audit trail",
  },
  "audit:entries:failures": {
    text: "A change that was refused or failed is in the audit trail with its error.",
    source: "Promise, audit trail",
  },
  "audit:entries:no-reads": {
    text: "Reading leaves nothing in the audit trail.",
    source: "Promise, audit trail",
  },
  "audit:entries:no-secret": {
    text: "No key, password, token or guess at one is in the audit trail.",
    source: "Promise, audit trail; Security G1",
  },
  "audit:entries:refused-credentials": {
    text: "Every refused credential is in the audit trail, of the management API and of the proxies.",
    source: "Promise, audit trail",
  },
  "audit:flood:coalesced": {
    text: "Refused credentials of one kind from one network within ten minutes are one entry with a count.",
    source: "Promise, audit trail; Security L1",
  },
  "audit:flood:many-networks": {
    text: "An attack from more networks than are counted separately is counted in one entry for all the rest.",
    source: "Promise, audit trail; Security L1",
  },
  "audit:flood:strangers": {
    text: "Calls that anyone may make leave nothing in the audit trail unless they do something or bring a credential.",
    source: "Promise, audit trail",
  },
  "audit:list:cursor": {
    text: "The audit trail is read by cursor, newest first, across months.",
    source: "Promise, audit trail",
  },
  "audit:list:filters": {
    text: "The audit trail is filtered by actor, action, object, outcome and time.",
    source: "Promise, audit trail",
  },
  "audit:list:management": {
    text: "The audit trail is read with a management credential.",
    source: "Promise, audit trail",
  },
  "audit:retention:expiry": {
    text: "Entries are kept for the time that is set, and no longer.",
    source: "Promise, audit trail",
  },
  "audit:write:before": {
    text: "A change that cannot be written into the audit trail is not made.",
    source: "Promise, audit trail",
  },
  "audit:write:crash": {
    text: "A change whose end nobody lived to write is in the audit trail as begun.",
    source: "Promise, audit trail",
  },
} as const satisfies RequirementList;
