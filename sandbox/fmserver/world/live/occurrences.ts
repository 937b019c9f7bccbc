import type { Database, Relationship } from "../schema/database-schema.ts";
import { type Cell, cellText } from "../values/cell.ts";
import { numberIn } from "../values/number-text.ts";
import { readGlobal } from "../values/read-cell.ts";
import { WorldError } from "../world-error.ts";
import { cellOf, type LiveRecord, type LiveTable, recordsWithText } from "./live-table.ts";

/** Table occurrence: a named reference to a table, with relationships to others. */
export interface Occurrence {
  /** Internal id, which OData shows as FMTID. */
  readonly id: number;
  readonly name: string;
  readonly table: LiveTable;
  readonly hops: Hop[];
}

/** Values of global fields in a session; without a session, those in the file. */
type Globals = ReadonlyMap<string, Cell>;
const withoutSession: Globals = new Map();

/** Returns the tables of another hosted file; undefined if it doesn't exist. */
export type TablesOf = (file: string) => ReadonlyMap<string, LiveTable> | undefined;

interface Match {
  readonly near: string;
  /** Returns the near field's text in a session, if it is global. */
  readonly nearGlobal: ((globals: Globals) => string) | undefined;
  /** True if the relationship ends at a global field, so that it can only be followed in the opposite direction. */
  readonly farIsGlobal: boolean;
  readonly operator: Relationship["match"][number]["operator"];
  readonly far: string;
}

/** Relationship from the point of view of one of its ends. */
export interface Hop {
  readonly to: Occurrence;
  readonly matches: readonly Match[];
  readonly mayCreate: boolean;
  readonly deletes: boolean;
}

/** Id of the first occurrence in every file. */
export const FIRST_OCCURRENCE_ID = 1_065_089;

/** Returns the occurrences by lowercase name: one per table, and those that the world adds. */
export function liveOccurrences(
  database: Database,
  tables: ReadonlyMap<string, LiveTable>,
  tablesOf: TablesOf,
  path: string,
) {
  const occurrences = new Map<string, Occurrence>();
  const add = (name: string, table: LiveTable): void => {
    occurrences.set(name.toLowerCase(), { id: FIRST_OCCURRENCE_ID + occurrences.size, name, table, hops: [] });
  };
  for (const table of tables.values()) add(table.name, table);
  for (const [at, { name, table, file }] of database.occurrences.entries()) {
    const place = `${path}.occurrences[${at}]`;
    const holder = file === undefined ? tables : tablesOf(file);
    if (holder === undefined) throw new WorldError(`${place}.file`, `no file "${file}"`);
    const live = holder.get(table.toLowerCase());
    if (live === undefined) throw new WorldError(`${place}.table`, `no table "${table}"`);
    add(name, live);
    if (file !== undefined) followed(occurrences, name, () => tablesOf(file)?.get(table.toLowerCase()) ?? live);
  }
  for (const [at, relationship] of database.relationships.entries()) {
    relate(occurrences, relationship, `${path}.relationships[${at}]`);
  }
  return occurrences;
}

/** Returns an occurrence of another file's table, which is resolved on each use because that file can be replaced. */
function followed(occurrences: Map<string, Occurrence>, name: string, table: () => LiveTable): void {
  const { id, hops } = occurrences.get(name.toLowerCase()) ?? { id: 0, hops: [] };
  const occurrence: Occurrence = {
    id,
    name,
    hops,
    get table() {
      return table();
    },
  };
  occurrences.set(name.toLowerCase(), occurrence);
}

/** Returns the path from one occurrence to another; undefined if they aren't connected. */
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

/** Returns the records at the end of a path, without duplicates, in the order of their first occurrence. */
export function relatedRecords(
  record: LiveRecord,
  path: readonly Hop[],
  globals: Globals = withoutSession,
): readonly LiveRecord[] {
  let current: readonly LiveRecord[] = [record];
  for (const hop of path) {
    const next = new Set<LiveRecord>();
    for (const near of current) for (const far of across(near, hop, globals)) next.add(far);
    current = [...next];
  }
  return current;
}

/** Returns the values that match fields of a far record must have to be related to the near one. */
export function matchingValues(
  near: LiveRecord,
  hop: Hop,
  globals: Globals = withoutSession,
): ReadonlyMap<string, string> {
  const equal = hop.matches.filter(({ operator }) => operator === "=");
  return new Map(equal.map((match) => [match.far, nearText(near, match, globals)]));
}

function across(near: LiveRecord, hop: Hop, globals: Globals): Iterable<LiveRecord> {
  if (hop.matches.some(({ farIsGlobal }) => farIsGlobal)) return [];
  const [equal] = hop.matches.filter(({ operator }) => operator === "=");
  const rest = hop.matches.filter((match) => match !== equal);
  let found: Iterable<LiveRecord> = hop.to.table.records.values();
  if (equal !== undefined) {
    const key = nearText(near, equal, globals);
    if (key === "") return [];
    found = recordsWithText(hop.to.table, equal.far, key);
  }
  return rest.length === 0
    ? found
    : [...found].filter((far) => rest.every((match) => holds(nearText(near, match, globals), far, match)));
}

function nearText(record: LiveRecord, { near, nearGlobal }: Match, globals: Globals): string {
  return nearGlobal === undefined ? cellText(cellOf(record, near, 1)) : nearGlobal(globals);
}

function holds(near: string, far: LiveRecord, { operator, far: farField }: Match): boolean {
  if (operator === "x") return true;
  const order = compare(near, cellText(cellOf(far, farField, 1)));
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
  const field = (occurrence: Occurrence, name: string, at: number) => {
    const found = occurrence.table.fields.get(name.toLowerCase());
    if (found === undefined)
      throw new WorldError(`${path}.match[${at}]`, `"${occurrence.name}" has no field "${name}"`);
    if (found.calculation !== undefined || found.summary !== undefined) {
      throw new WorldError(`${path}.match[${at}]`, `"${name}" is not a stored field`);
    }
    const global = (globals: Globals) => cellText(readGlobal({ globals }, occurrence.table, found, 1));
    return { name: found.name, global: found.global ? global : undefined };
  };
  const pairs = relationship.match.map(({ from: left, operator, to: right }, at) => {
    const [near, far] = [field(from, left, at), field(to, right, at)];
    if (near.global !== undefined && far.global !== undefined)
      throw new WorldError(`${path}.match[${at}]`, "one of the two has to be a stored field");
    return { near, operator, far };
  });
  const there = pairs.map(({ near, operator, far }) => matchOf(near, operator, far));
  const back = pairs.map(({ near, operator, far }) => matchOf(far, MIRRORED[operator], near));
  from.hops.push({ to, matches: there, mayCreate: relationship.createTo, deletes: relationship.deleteTo });
  to.hops.push({ to: from, matches: back, mayCreate: relationship.createFrom, deletes: relationship.deleteFrom });
}

interface MatchEnd {
  readonly name: string;
  readonly global: Match["nearGlobal"];
}

function matchOf(near: MatchEnd, operator: Match["operator"], far: MatchEnd): Match {
  return { near: near.name, nearGlobal: near.global, operator, far: far.name, farIsGlobal: far.global !== undefined };
}

const MIRRORED = { "=": "=", "≠": "≠", "<": ">", "≤": "≥", ">": "<", "≥": "≤", x: "x" } as const;
