import type { RequirementList } from "./requirement.ts";

export const triggers = {
  "triggers:access:account": {
    text: "A trigger is created with the account of a key or with its own account, which is stored encrypted and not shown.",
    source: "Promise, table triggers",
  },
  "triggers:access:key-deleted": {
    text: "A trigger whose key was deleted says so: in lists, on its page, and on Home. Its state on FileMaker Server is never reported as an unreachable server.",
    source: "Promise, table triggers",
  },
  "triggers:access:operators": {
    text: "Operators need the key's value to use a key's account in a trigger, a webhook, or an MCP server, and can't make a stored account read anything else or send anywhere else.",
    source: "Promise, roles",
  },
  "triggers:address:networks": {
    text: "FileMaker Server is only asked to send to addresses that the service itself would call. If an address is no longer allowed, the trigger is removed there and says why.",
    source: "Security O2, O3",
  },
  "triggers:address:straight": {
    text: "A trigger can send directly to an address, with headers whose values aren't shown.",
    source: "Promise, table triggers",
  },
  "triggers:change:crash": {
    text: "A change, creation, or deletion that is interrupted by a crash is completed or undone.",
    source: "Reliability H1",
  },
  "triggers:change:new-first": {
    text: "A change creates the new trigger first, and deletes the previous one once nothing is pending there.",
    source: "Promise, table triggers",
  },
  "triggers:change:refused": {
    text: "A trigger that FileMaker Server rejects isn't created, and a rejected change leaves the existing one.",
    source: "Promise, table triggers",
  },
  "triggers:change:server-away": {
    text: "Changes for an unavailable server are made when it is back.",
    source: "Promise, table triggers",
  },
  "triggers:console:page": {
    text: "The console creates, changes, invokes, and deletes table triggers, and shows pending deliveries.",
    source: "Promise, webhooks",
  },
  "triggers:delete:pending": {
    text: "A deleted trigger is removed from FileMaker Server, or dropped by force if that doesn't respond.",
    source: "Promise, table triggers",
  },
  "triggers:invoke:rows": {
    text: "A trigger can be invoked for some records or for all of them, and never for all by mistake.",
    source: "Promise, table triggers",
  },
  "triggers:invoke:unreachable": {
    text: "If FileMaker Server can't reach a trigger's address when it sends rows, the caller gets an error that names the address and what to check.",
    source: "Promise, reports about real servers",
  },
  "triggers:manage:table-changes": {
    text: "Database triggers, the webhooks for table changes, are managed through the service.",
    source: 'Specification, "Events", rule 2',
  },
  "triggers:register:extension": {
    text: "A trigger that fires on OData changes is registered with .fmp12 in the database path.",
    source: 'Specification, "Events", rule 2',
  },
  "triggers:relay:headers": {
    text: "Stored headers are removed when a target changes to another server.",
    source: "Promise, table triggers",
  },
  "triggers:relay:killed": {
    text: "An acknowledged change reaches every target under one id each, even if the service is killed at any write.",
    source: "Reliability W2, H1",
  },
  "triggers:relay:others": {
    text: "A target that accepts nothing doesn't delay the others.",
    source: "Reliability W3",
  },
  "triggers:relay:proof": {
    text: "The relay rejects requests without the secret in its URL, which no response and no log shows.",
    source: "Promise, table triggers",
  },
  "triggers:relay:receivers": {
    text: "A failing receiver is retried on schedule; one that is gone or fails for five days is disabled.",
    source: "Reliability W1",
  },
  "triggers:relay:refused": {
    text: "A relay sends nothing to this machine, private networks, or metadata services.",
    source: "Reliability O1, O2",
  },
  "triggers:relay:schedule": {
    text: "A target can be a schedule, such as a backup schedule, which runs once for all events of a minute.",
    source: "Promise, table triggers",
  },
  "triggers:relay:secret": {
    text: "While a target's secret is being rotated, events are signed with both.",
    source: "Reliability R6.5",
  },
  "triggers:relay:signed": {
    text: "A change through the Data API, OData, or a script reaches every target of the relay, signed according to Standard Webhooks.",
    source: "Promise, table triggers",
  },
  "triggers:server:version": {
    text: "A server older than 22.0.4 is reported as not supporting triggers.",
    source: 'Specification, "Versioning", 4.15.0',
  },
  "triggers:ui:server-version": {
    text: "The trigger pages require a database server of version 22.0.4 or later.",
    source: 'Specification, "Versioning", 4.15.0',
    planned: "triggers",
  },
} as const satisfies RequirementList;
