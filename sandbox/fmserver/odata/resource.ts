import { requireRecords } from "../data-api/records/privileges.ts";
import type { ODataBehavior } from "../world/behavior.ts";
import type { LiveRecord } from "../world/live/live-table.ts";
import { type Hop, type Occurrence, relatedRecords } from "../world/live/occurrences.ts";
import { type Column, findColumn } from "./columns.ts";
import { navigationNamed, occurrenceNamed } from "./navigation.ts";
import type { ODataCall } from "./odata-call.ts";
import { parseFailure, syntaxError, unknownField, unknownRecord, unknownTable } from "./odata-error.ts";
import { recordWithKey } from "./record-key.ts";

/** Record from which a navigation starts, and its relationship. */
export interface Origin {
  readonly occurrence: Occurrence;
  readonly record: LiveRecord;
  readonly hop: Hop;
}

/** Resource in a path below a file. */
export type Resource =
  | { readonly kind: "collection"; readonly occurrence: Occurrence; readonly origin: Origin | undefined }
  | {
      readonly kind: "record";
      readonly occurrence: Occurrence;
      readonly record: LiveRecord;
      readonly key: string;
      readonly origin: Origin | undefined;
    }
  | {
      readonly kind: "field" | "value";
      readonly occurrence: Occurrence;
      readonly record: LiveRecord;
      readonly key: string;
      readonly column: Extract<Column, { kind: "field" }>;
    }
  | { readonly kind: "count"; readonly occurrence: Occurrence; readonly origin: Origin | undefined }
  | { readonly kind: "ref"; readonly origin: Origin; readonly record: LiveRecord | undefined }
  | {
      readonly kind: "script";
      readonly name: string;
      readonly occurrence: Occurrence;
      readonly record: LiveRecord | undefined;
    };

/** Resolves decoded segments of a path, starting with an entity set. @throws ODataError, FmError */
export function resourceAt(
  call: ODataCall,
  segments: readonly string[],
  occurrences: ReadonlyMap<string, Occurrence> = call.database.occurrences,
): Resource {
  const [first = "", ...rest] = segments;
  const start = readSegment(first, call.settings);
  const occurrence = occurrenceNamed(occurrences, start.name);
  if (occurrence === undefined) throw unknownTable(start.name);
  let resource = entered(call, occurrence, start.key, undefined);
  for (const segment of rest) resource = below(call, resource, segment);
  return resource;
}

/** Returns the records of a collection: all of a table, or those related to a record. */
export function recordsOf(occurrence: Occurrence, origin: Origin | undefined): Iterable<LiveRecord> {
  return origin === undefined ? occurrence.table.records.values() : relatedRecords(origin.record, [origin.hop]);
}

/** Returns the name and the optional key in parentheses. @throws ODataError -1002 */
export function readSegment(
  segment: string,
  { oddOccurrenceNames }: Pick<ODataBehavior, "oddOccurrenceNames">,
): { readonly name: string; readonly key: string | undefined } {
  const open = segment.indexOf("(");
  const name = open === -1 ? segment : segment.slice(0, open);
  const odd = oddOccurrenceNames === "refused" ? name.search(/[~?]/) : -1;
  if (odd >= 0) throw syntaxError(segment.slice(odd + 1));
  const stray = name.indexOf("$");
  if (stray > 0) throw syntaxError(/^\$\w*/.exec(name.slice(stray))?.[0] ?? name);
  if (open === -1) return { name, key: undefined };
  if (!segment.endsWith(")")) throw syntaxError(segment.slice(open));
  return { name, key: segment.slice(open + 1, -1) };
}

function entered(
  call: ODataCall,
  occurrence: Occurrence,
  key: string | undefined,
  origin: Origin | undefined,
): Resource {
  requireRecords(call.account, occurrence.table, "view");
  if (key === undefined) return { kind: "collection", occurrence, origin };
  const record = recordWithKey(occurrence, key);
  if (origin !== undefined && ![...recordsOf(occurrence, origin)].includes(record)) throw unknownRecord();
  return { kind: "record", occurrence, record, key, origin };
}

function below(call: ODataCall, resource: Resource, segment: string): Resource {
  const script = /^Script\.(.+)$/s.exec(segment)?.[1];
  switch (resource.kind) {
    case "collection": {
      const { occurrence, origin } = resource;
      if (script !== undefined) return { kind: "script", name: script, occurrence, record: undefined };
      if (segment === "$count") return { kind: "count", occurrence, origin };
      if (segment === "$ref" && origin !== undefined) return { kind: "ref", origin, record: undefined };
      throw syntaxError(segment);
    }
    case "record": {
      const { occurrence, record, key, origin } = resource;
      if (script !== undefined) return { kind: "script", name: script, occurrence, record };
      if (segment === "$ref" && origin !== undefined) return { kind: "ref", origin, record };
      if (segment.startsWith("$")) throw syntaxError(segment);
      const named = readSegment(segment, call.settings);
      const column = named.key === undefined ? findColumn(call, occurrence, named.name) : undefined;
      if (column?.kind === "field") return { kind: "field", occurrence, record, key, column };
      const hop = navigationNamed(occurrence, named.name);
      if (hop === undefined) throw unknownField(named.name);
      return entered(call, hop.to, named.key, { occurrence, record, hop });
    }
    case "field":
      if (segment === "$value") return { ...resource, kind: "value" };
      throw syntaxError(segment);
    default:
      throw parseFailure(segment);
  }
}
