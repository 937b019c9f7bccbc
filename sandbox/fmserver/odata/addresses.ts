import type { LiveRecord } from "../world/live/live-table.ts";
import type { Occurrence } from "../world/live/occurrences.ts";
import type { Column } from "./columns.ts";
import type { ViewCall } from "./odata-call.ts";
import { keyOf } from "./record-key.ts";

/** Returns the address of an entity set. */
export function setAddress(call: ViewCall, occurrence: Occurrence): string {
  return `${call.root}/${encodeURIComponent(occurrence.name)}`;
}

/** Returns the address of a record by its key. */
export function recordAddress(call: ViewCall, occurrence: Occurrence, record: LiveRecord): string {
  return `${setAddress(call, occurrence)}(${keyOf(call, occurrence, record)})`;
}

/** Returns the `@context` of an answer about an entity set; with columns only if they were selected. */
export function contextOf(call: ViewCall, set: string, columns?: readonly Column[], suffix = ""): string {
  const list = columns === undefined ? "" : `(${columns.map(({ name }) => `"${name}"`).join(",")})`;
  return `${call.root}/$metadata#${set}${list}${suffix}`;
}
