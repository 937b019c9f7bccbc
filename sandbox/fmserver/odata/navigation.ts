import type { Hop, Occurrence } from "../world/live/occurrences.ts";
import { tableId } from "./columns.ts";

/** The way to a related occurrence by its name or internal id; undefined when no relationship leads there. */
export function navigationNamed(occurrence: Occurrence, name: string): Hop | undefined {
  return occurrence.hops.find(({ to }) => isNamed(to, name));
}

/** The occurrence of a name or internal id. */
export function occurrenceNamed(occurrences: ReadonlyMap<string, Occurrence>, name: string): Occurrence | undefined {
  const found = occurrences.get(name.toLowerCase());
  if (found !== undefined || !name.startsWith("FMTID:")) return found;
  return [...occurrences.values()].find((occurrence) => tableId(occurrence) === name);
}

function isNamed(occurrence: Occurrence, name: string): boolean {
  return occurrence.name.toLowerCase() === name.toLowerCase() || tableId(occurrence) === name;
}
