import type { Database, Relationship } from "../schema/database-schema.ts";
import { cellText } from "../values/cell.ts";
import { numberIn } from "../values/number-text.ts";
import { WorldError } from "../world-error.ts";
import { cellOf, type LiveRecord, type LiveTable, recordsWithText } from "./live-table.ts";

/** A table occurrence: a table under a name, with ways to others. */
export interface Occurrence {
  /** The internal number that OData shows as FMTID. */
  readonly id: number;
  readonly name: string;
  readonly table: LiveTable;
  readonly hops: Hop[];
}

interface Match {
  readonly near: string;
  readonly operator: Relationship["match"][number]["operator"];
  readonly far: string;
}

/** One relationship, seen from one of its ends. */
export interface Hop {
  readonly to: Occurrence;
  readonly matches: readonly Match[];
  readonly mayCreate: boolean;
  readonly deletes: boolean;
}

/** The number of the first occurrence in every file. */
export const FIRST_OCCURRENCE_ID = 1_065_089;

/** The occurrences by lower-case name: one per table, and those the world adds. */
export function liveOccurrences(database: Database, tables: ReadonlyMap<string, LiveTable>, path: string) {
  const occurrences = new Map<string, Occurrence>();
  const add = (name: string, table: LiveTable): void => {
    occurrences.set(name.toLowerCase(), { id: FIRST_OCCURRENCE_ID + occurrences.size, name, table, hops: [] });
  };
  for (const table of tables.values()) add(table.name, table);
  for (const [at, { name, table }] of database.occurrences.entries()) {
    const live = tables.get(table.toLowerCase());
    if (live === undefined) throw new WorldError(`${path}.occurrences[${at}].table`, `no table "${table}"`);
    add(name, live);
  }
  for (const [at, relationship] of database.relationships.entries()) {
    relate(occurrences, relationship, `${path}.relationships[${at}]`);
  }
  return occurrences;
}

/** The way from one occurrence to another, or undefined when nothing connects them. */
export function pathBetween(from: Occurrence, to: Occurrence): readonly Hop[] | undefined {
  const waiting: { readonly at: Occurrence; readonly path: readonly Hop[] }[] = [{ at: from, path: [] }];
  const seen = new Set([from]);
  for (const { at, path } of waiting) {
    if (at === to) return path;
    for (const hop of at.hops) {
      if (seen.has(hop.to)) continue;
      seen.add(hop.to);
      waiting.push({ at: hop.to, path: [...path, hop] });
    }
  }
  return undefined;
}

/** The records at the end of a path, each once, in the order in which they are met. */
export function relatedRecords(record: LiveRecord, path: readonly Hop[]): readonly LiveRecord[] {
  let current: readonly LiveRecord[] = [record];
  for (const hop of path) {
    const next = new Set<LiveRecord>();
    for (const near of current) for (const far of across(near, hop)) next.add(far);
    current = [...next];
  }
  return current;
}

/** What the far record's match fields must hold to be related to the near one. */
export function matchingValues(near: LiveRecord, hop: Hop): ReadonlyMap<string, string> {
  const equal = hop.matches.filter(({ operator }) => operator === "=");
  return new Map(equal.map((match) => [match.far, cellText(cellOf(near, match.near, 1))]));
}

function across(near: LiveRecord, hop: Hop): Iterable<LiveRecord> {
  const [equal] = hop.matches.filter(({ operator }) => operator === "=");
  const rest = hop.matches.filter((match) => match !== equal);
  let found: Iterable<LiveRecord> = hop.to.table.records.values();
  if (equal !== undefined) {
    const key = cellText(cellOf(near, equal.near, 1));
    if (key === "") return [];
    found = recordsWithText(hop.to.table, equal.far, key);
  }
  return rest.length === 0 ? found : [...found].filter((far) => rest.every((match) => holds(near, far, match)));
}

function holds(near: LiveRecord, far: LiveRecord, { near: nearField, operator, far: farField }: Match): boolean {
  if (operator === "x") return true;
  const order = compare(cellText(cellOf(near, nearField, 1)), cellText(cellOf(far, farField, 1)));
  switch (operator) {
    case "=":
      return order === 0;
    case "≠":
      return order !== 0;
    case "<":
      return order < 0;
    case "≤":
      return order <= 0;
    case ">":
      return order > 0;
    case "≥":
      return order >= 0;
  }
}

function compare(left: string, right: string): number {
  const [leftNumber, rightNumber] = [numberIn(left), numberIn(right)];
  if (leftNumber !== undefined && rightNumber !== undefined && !/[-/:]/.test(left)) return leftNumber - rightNumber;
  const [a, b] = [left.toLowerCase(), right.toLowerCase()];
  return a < b ? -1 : a > b ? 1 : 0;
}

function relate(occurrences: ReadonlyMap<string, Occurrence>, relationship: Relationship, path: string): void {
  const end = (side: "from" | "to"): Occurrence => {
    const found = occurrences.get(relationship[side].toLowerCase());
    if (found === undefined) throw new WorldError(`${path}.${side}`, `no table occurrence "${relationship[side]}"`);
    return found;
  };
  const [from, to] = [end("from"), end("to")];
  const field = (occurrence: Occurrence, name: string, at: number): string => {
    const found = occurrence.table.fields.get(name.toLowerCase());
    if (found === undefined)
      throw new WorldError(`${path}.match[${at}]`, `"${occurrence.name}" has no field "${name}"`);
    if (found.global || found.calculation !== undefined || found.summary !== undefined) {
      throw new WorldError(`${path}.match[${at}]`, `"${name}" is not a stored field`);
    }
    return found.name;
  };
  const there = relationship.match.map((match, at) => ({
    near: field(from, match.from, at),
    operator: match.operator,
    far: field(to, match.to, at),
  }));
  const back = there.map(({ near, operator, far }) => ({ near: far, operator: MIRRORED[operator], far: near }));
  from.hops.push({ to, matches: there, mayCreate: relationship.createTo, deletes: relationship.deleteTo });
  to.hops.push({ to: from, matches: back, mayCreate: relationship.createFrom, deletes: relationship.deleteFrom });
}

const MIRRORED = { "=": "=", "≠": "≠", "<": ">", "≤": "≥", ">": "<", "≥": "≤", x: "x" } as const;
