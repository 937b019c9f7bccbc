import type { RequirementList } from "./requirement.ts";

export const audit = {
  "audit:entries:changes": {
    text: "Every management change is in the audit trail: who, what, when, from where, on which object, and the outcome.",
    source: "Promise, audit trail",
  },
  "audit:entries:cleanup": {
    text: "Everything that a setting or a retention limit deletes is recorded in the audit trail, with what it was.",
    source: "Promise, audit trail",
  },
  "audit:entries:declared": {
    text: "Every operation that changes something declares how the audit trail names its object.",
    source: "Promise, audit trail",
  },
  "audit:entries:failures": {
    text: "A rejected or failed change is in the audit trail with its error.",
    source: "Promise, audit trail",
  },
  "audit:entries:many-objects": {
    text: "A change of any number of objects is recorded, with as many of their names as an entry can have.",
    source: "Promise, audit trail",
  },
  "audit:entries:no-reads": {
    text: "Reads aren't recorded in the audit trail.",
    source: "Promise, audit trail",
  },
  "audit:entries:no-secret": {
    text: "The audit trail contains no keys, passwords, tokens, or guesses at one.",
    source: "Promise, audit trail; Security G1",
  },
  "audit:entries:refused-credentials": {
    text: "Every rejected credential is in the audit trail, both of the management API and of the proxies.",
    source: "Promise, audit trail",
  },
  "audit:flood:coalesced": {
    text: "Rejected credentials of one kind from one network within ten minutes are a single entry with a count.",
    source: "Promise, audit trail; Security L1",
  },
  "audit:flood:many-networks": {
    text: "If an attack comes from more networks than are counted separately, all the others are counted in one entry.",
    source: "Promise, audit trail; Security L1",
  },
  "audit:flood:strangers": {
    text: "Public requests aren't recorded in the audit trail unless they change something or carry a credential.",
    source: "Promise, audit trail",
  },
  "audit:list:cursor": {
    text: "The audit trail is read with a cursor, newest first, across months.",
    source: "Promise, audit trail",
  },
  "audit:list:filters": {
    text: "The audit trail can be filtered by actor, action, object, outcome, and time.",
    source: "Promise, audit trail",
  },
  "audit:list:management": {
    text: "Reading the audit trail requires a management credential.",
    source: "Promise, audit trail",
  },
  "audit:retention:expiry": {
    text: "Entries are deleted after the configured retention time.",
    source: "Promise, audit trail",
  },
  "audit:write:before": {
    text: "A change that can't be recorded in the audit trail isn't made.",
    source: "Promise, audit trail",
  },
  "audit:write:crash": {
    text: "A change whose end couldn't be recorded because the service crashed is in the audit trail as started.",
    source: "Promise, audit trail",
  },
} as const satisfies RequirementList;
