import { timestamp } from "#shared/contract/scalars.ts";
import { withoutKeys } from "#shared/contract/values/api-key.ts";
import type { AuditEntry, AuditOutcome } from "./contract.ts";
import type { AuditRecord } from "./record.ts";

const maxObjects = 1000;
/** Maximum size of all objects of an entry in bytes of JSON. The entry is one item. */
const maxObjectsBytes = 200_000;
const longestText = 256;

/** Filter for the trail. Times are in milliseconds since the epoch. */
export interface AuditFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly object?: string | undefined;
  readonly outcome?: AuditOutcome | undefined;
  readonly requestId?: string | undefined;
  readonly from: number;
  readonly to: number;
}

/** Returns true if an entry matches the filter. */
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

/** Returns an entry as shown. */
export function auditEntry(id: string, record: AuditRecord): AuditEntry {
  const { at, lastAt, schema: _, ...rest } = record;
  return { id, ...rest, objects: [...rest.objects], at: timestamp(at), lastAt: timestamp(lastAt) };
}

/** Returns object names for storage: without anything that looks like a key, and limited to the space of an item. */
export function shownObjects(objects: string | readonly string[] | undefined): string[] {
  const all = objects === undefined ? [] : typeof objects === "string" ? [objects] : objects;
  const shown: string[] = [];
  let bytes = 0;
  for (const text of all.slice(0, maxObjects)) {
    const object = shownText(text);
    bytes += Buffer.byteLength(JSON.stringify(object)) + 1;
    if (bytes > maxObjectsBytes) break;
    shown.push(object);
  }
  return shown;
}

/** Returns text from a client for storage. */
export function shownText(text: string): string {
  return withoutKeys(text.replace(/[\p{Cc}\p{Cf}]/gu, "").slice(0, longestText)).toWellFormed();
}

/** Returns the month under which an entry is stored: `2026-11`. */
export function monthOf(at: number): string {
  return timestamp(at).slice(0, 7);
}

/** Returns the previous month. */
export function monthBefore(month: string): string {
  return monthOf(Date.parse(`${month}-01T00:00:00.000Z`) - 1);
}
