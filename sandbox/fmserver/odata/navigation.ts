import type { Hop, Occurrence } from "../world/live/occurrences.ts";
import { tableId } from "./columns.ts";

/** Returns the relationship to an occurrence with a name or internal id; undefined if there is none. */
export function navigationNamed(occurrence: Occurrence, name: string): Hop | undefined {
  return occurrence.hops.find(({ to }) => isNamed(to, name));
}

/** Returns the occurrence with a name or internal id. */
export function occurrenceNamed(occurrences: ReadonlyMap<string, Occurrence>, name: string): Occurrence | undefined {
  const found = occurrences.get(name.toLowerCase());
  if (found !== undefined || !name.startsWith("FMTID:")) return found;
  return [...occurrences.values()].find((occurrence) => tableId(occurrence) === name);
}

function isNamed(occurrence: Occurrence, name: string): boolean {
  return occurrence.name.toLowerCase() === name.toLowerCase() || tableId(occurrence) === name;
}
