import { timestamp } from "#shared/contract/scalars.ts";
import { shownUrl } from "#shared/contract/texts/shown-url.ts";
import type { DestinationInput, OnServer, Trigger } from "./contract.ts";
import type { Definition, TargetRecord, TriggerRecord } from "./record.ts";
import type { ServerTrigger } from "./server-triggers.ts";

/** Returns a trigger as shown. */
export function shownTrigger(record: TriggerRecord, isKeyDeleted: boolean): Trigger {
  const { id, label, database, targets, reason, serverId, replaced, createdAt, updatedAt } = record;
  const definition = record.next ?? record.current;
  if (definition === null) throw new Error(`Trigger ${id} is not defined`);
  const { tableName, select, filter, notifySchemaChanges, maxFailedAttempts, keyId, user } = definition;
  const { kind, url, headerNames: headers } = definition;
  return {
    ...{ id, label, database, tableName, select, filter, notifySchemaChanges, maxFailedAttempts },
    access: { keyId, user, isKeyDeleted },
    destination: { kind, url, headers, targets: kind === "relay" ? targets.map(shownTarget) : [] },
    ...{ state: stateOf(record), reason, serverId, replaced },
    createdAt: timestamp(createdAt),
    updatedAt: timestamp(updatedAt),
  };
}

function stateOf({ isDeleted, isOpen, next, reason }: TriggerRecord): Trigger["state"] {
  if (isDeleted) return "deleting";
  if (isOpen) return "changing";
  return next !== null || reason !== null ? "refused" : "active";
}

function shownTarget({ id, kind, url, headerNames: headers, ...target }: TargetRecord) {
  const { scheduleId, isEnabled, failingSince, disabledReason } = target;
  return {
    ...{ id, kind, url, headers, scheduleId, isEnabled, disabledReason },
    failingSince: failingSince === null ? null : timestamp(failingSince),
  };
}

/** Returns a trigger of FileMaker Server as shown. */
export function shownOnServer(found: ServerTrigger, triggerId: number | null): OnServer {
  const { webhookID: serverId, tableName, webhook, select, filter, notifySchemaChanges, pendingOperations } = found;
  return {
    ...{ serverId, triggerId, tableName, select, filter, notifySchemaChanges, pendingOperations },
    url: shownUrl(webhook),
  };
}

type Changes = {
  readonly [Name in "tableName" | "select" | "filter" | "notifySchemaChanges"]?: Definition[Name] | undefined;
} & { readonly destination: DestinationInput | undefined };

/** Returns true if a change makes a stored account read other data, or sends the data elsewhere. */
export function readsMore(last: Definition, { destination, ...watched }: Changes): boolean {
  const isOther = (["tableName", "select", "filter", "notifySchemaChanges"] as const).some(
    (name) => watched[name] !== undefined && watched[name] !== last[name],
  );
  if (isOther || destination === undefined) return isOther;
  if (destination.kind === "address") return true;
  return destination.targets.some(
    (target) => target.kind === "url" && (target.id === undefined || target.url !== undefined),
  );
}

/** Returns true if two definitions are the same at FileMaker Server, so that the trigger needn't be replaced there. */
export function isSameAtServer(a: Definition, b: Definition): boolean {
  const asked = ({ revision: _, ...definition }: Definition) => JSON.stringify(definition);
  return asked(a) === asked(b);
}
