import type { RequirementList } from "./requirement.ts";

export const triggers = {
  "triggers:access:account": {
    text: "A trigger is made by the account of a key or by one of its own, which is stored sealed and not shown.",
    source: "Promise, table triggers",
  },
  "triggers:access:operators": {
    text: "Operators use a key's account in a trigger, a webhook or an MCP server only with the key's value, and have a stored account read nothing else and send nowhere else.",
    source: "Promise, roles",
  },
  "triggers:address:networks": {
    text: "FileMaker Server is asked to send only to addresses that the service calls itself. One that it must not call any more is removed there, and the trigger says why.",
    source: "Security O2, O3",
  },
  "triggers:address:straight": {
    text: "A trigger can send straight to an address, with headers whose values are not shown.",
    source: "Promise, table triggers",
  },
  "triggers:change:crash": {
    text: "A change, a creation or a deletion that a crash interrupts is finished, or never was.",
    source: "Reliability H1",
  },
  "triggers:change:new-first": {
    text: "A change makes the new trigger first, and deletes the one before once nothing waits there.",
    source: "Promise, table triggers",
  },
  "triggers:change:refused": {
    text: "A trigger that FileMaker Server refuses is not made, and a refused change leaves what was.",
    source: "Promise, table triggers",
  },
  "triggers:change:server-away": {
    text: "What is wanted of a server that is away is done when it is back.",
    source: "Promise, table triggers",
  },
  "triggers:console:page": {
    text: "The console makes, changes, invokes and deletes table triggers, and shows what waits to be sent.",
    source: "Promise, webhooks",
  },
  "triggers:delete:pending": {
    text: "A deleted trigger is gone from FileMaker Server, and forgotten by force where that does not answer.",
    source: "Promise, table triggers",
  },
  "triggers:invoke:rows": {
    text: "A trigger is invoked for records or for all of them, and never for all by mistake.",
    source: "Promise, table triggers",
  },
  "triggers:manage:table-changes": {
    text: "Database triggers, the webhooks for table changes, are managed through the service.",
    source: 'Specification, "Events", rule 2',
  },
  "triggers:register:extension": {
    text: "A trigger that OData changes shall fire is registered with .fmp12 in the database path.",
    source: 'Specification, "Events", rule 2',
  },
  "triggers:relay:headers": {
    text: "A target that gets another server loses its stored headers.",
    source: "Promise, table triggers",
  },
  "triggers:relay:killed": {
    text: "A change that was answered reaches every target under one id each, whichever write the service is killed at.",
    source: "Reliability W2, H1",
  },
  "triggers:relay:others": {
    text: "A target that takes nothing holds up none of the others.",
    source: "Reliability W3",
  },
  "triggers:relay:proof": {
    text: "The relay takes nothing without the secret of its address, which no answer and no log shows.",
    source: "Promise, table triggers",
  },
  "triggers:relay:receivers": {
    text: "A receiver that fails is tried again by the schedule, one that is gone or fails for five days is switched off.",
    source: "Reliability W1",
  },
  "triggers:relay:refused": {
    text: "A relay sends nothing to this machine, private networks or metadata services.",
    source: "Reliability O1, O2",
  },
  "triggers:relay:schedule": {
    text: "A target can be a schedule, such as one that makes a backup, which events of one minute run once.",
    source: "Promise, table triggers",
  },
  "triggers:relay:secret": {
    text: "While a target's secret is replaced, events are signed by both.",
    source: "Reliability R6.5",
  },
  "triggers:relay:signed": {
    text: "A change by the Data API, by OData or by a script reaches every target of the relay, signed by Standard Webhooks.",
    source: "Promise, table triggers",
  },
  "triggers:server:version": {
    text: "A server before 22.0.4 is said to know no triggers.",
    source: 'Specification, "Versioning", 4.15.0',
  },
  "triggers:ui:server-version": {
    text: "The pages for triggers need a database server of version 22.0.4 or later.",
    source: 'Specification, "Versioning", 4.15.0',
    planned: "triggers",
  },
} as const satisfies RequirementList;
