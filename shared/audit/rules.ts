import { timestamp } from "#shared/contract/scalars.ts";
import { withoutKeys } from "#shared/contract/values/api-key.ts";
import type { AuditEntry, AuditOutcome } from "./contract.ts";
import type { AuditRecord } from "./record.ts";

const mostObjects = 1000;
const longestText = 256;

/** What a person looks for in the trail. Moments are milliseconds since the epoch. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly object?: string | undefined;
  readonly outcome?: AuditOutcome | undefined;
  readonly requestId?: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** Whether an entry is one of those that are looked for. */
export function matches(
  record: AuditRecord,
  { actor, action, object, outcome, requestId, from, to }: AuditFilter,
): boolean {
  return (
    record.at >= from &&
    record.at < to &&
    (actor === undefined || isActor(record.actor, actor)) &&
    (action === undefined || record.action === action) &&
    (object === undefined || record.objects.includes(object)) &&
    (outcome === undefined || record.outcome === outcome) &&
    (requestId === undefined || record.requestId === requestId)
  );
}

function isActor(actor: string, wanted: string): boolean {
  const [given, asked] = [actor.toLowerCase(), wanted.toLowerCase()];
  return given === asked || given.slice(given.indexOf(":") + 1) === asked;
}

/** An entry as it is read. */
export function auditEntry(id: string, record: AuditRecord): AuditEntry {
  const { at, lastAt, schema: _, ...rest } = record;
  return { id, ...rest, objects: [...rest.objects], at: timestamp(at), lastAt: timestamp(lastAt) };
}

/** Names of objects as they may be kept: without anything that looks like a key, and no more than an item holds. */
export function shownObjects(objects: string | readonly string[] | undefined): string[] {
  const all = objects === undefined ? [] : typeof objects === "string" ? [objects] : objects;
  return all.slice(0, mostObjects).map(shownText);
}

/** Text of a client as it may be kept. */
export function shownText(text: string): string {
  return withoutKeys(text.replace(/[\p{Cc}\p{Cf}]/gu, "").slice(0, longestText)).toWellFormed();
}

/** The month that an entry is stored with: `2026-11`. */
export function monthOf(at: number): string {
  return timestamp(at).slice(0, 7);
}

/** The month before. */
export function monthBefore(month: string): string {
  return monthOf(Date.parse(`${month}-01T00:00:00.000Z`) - 1);
}
