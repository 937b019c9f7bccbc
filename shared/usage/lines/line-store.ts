import * as z from "zod";
import { timestamp } from "#shared/contract/scalars.ts";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { allItems } from "#shared/ports/all-items.ts";
import type { Table } from "#shared/ports/table.ts";
import { retryOnConflict } from "#shared/ports/tables/retry-on-conflict.ts";
import { usageCounters } from "../counters.ts";
import { countingIn } from "../counting.ts";
import { dayMs, minuteMs } from "../period.ts";
import { type Row, Totals } from "../series.ts";
import type { CountedLine } from "./counted-line.ts";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const usageLinePartitions = ["usage-lines", "usage-lines#*"];

/** Retention of lines in milliseconds. Lambda retries their delivery for one day. */
const keptMs = 2 * dayMs;
/** Number of lines per item: keeps items below the maximum size, regardless of the length of file names. */
const linesPerItem = 200;
const maxAttempts = 10;

const Fields = storedRecord("usage/lines/line", 1, { numbers: z.array(z.int()), rows: z.string() });
const State = storedRecord("usage/lines/state", 1, { settledTo: z.number(), checkedTo: z.number() });
type State = Readonly<Omit<z.infer<typeof State>, "schema">>;
const stateKey = { pk: "usage-lines", sk: "state" };

/** Counted lines of a minute. */
export interface LinesOfMinute {
  readonly rows: readonly Row[];
  /** Line numbers by instance. */
  readonly numbers: ReadonlyMap<string, readonly number[]>;
}

/**
 * Stores counted log lines on the Table port. Each line is stored once, even if it is delivered repeatedly. Minutes are built from these
 * lines.
 */
export function usageLineStore(table: Pick<Table, "get" | "put" | "query">) {
  const partition = (start: number): string => `usage-lines#${timestamp(start).slice(0, 16)}`;

  const fieldsOf = async (key: { readonly pk: string; readonly sk: string }) => {
    const item = await table.get(key);
    return { version: item?.version, ...(item && Fields.parse(item.fields)) };
  };

  const addTo = async (start: number, name: string, lines: readonly CountedLine[]): Promise<boolean> => {
    const key = { pk: partition(start), sk: name };
    return retryOnConflict(async () => {
      const { version, numbers = [], rows = "[]" } = await fieldsOf(key);
      const known = new Set(numbers);
      const added = lines.filter(({ number }) => !known.has(number) && known.add(number));
      if (added.length === 0) return false;
      const totals = new Totals();
      totals.addRows(JSON.parse(rows) as Row[]);
      totals.addRows(rowsOf(added, start));
      const fields = { schema: 1, numbers: [...known].sort((a, b) => a - b), rows: JSON.stringify(totals.rows()) };
      const item = { ...key, fields, expiresAt: Math.ceil((start + keptMs) / 1000) };
      await table.put(item, version === undefined ? "absent" : { version });
      return true;
    }, maxAttempts);
  };

  return {
    /** Adds lines, each once. Returns the minutes that got new lines. */
    async add(lines: readonly CountedLine[]): Promise<ReadonlySet<number>> {
      const changed = new Set<number>();
      const items = Map.groupBy(lines, ({ instance, number, at }) => {
        const block = String(Math.floor(number / linesPerItem)).padStart(9, "0");
        return `${at - (at % minuteMs)} ${instance}#${block}`;
      });
      for (const [item, own] of items) {
        const space = item.indexOf(" ");
        const start = Number(item.slice(0, space));
        if (await addTo(start, item.slice(space + 1), own)) changed.add(start);
      }
      return changed;
    },

    /** Returns everything that the lines of a minute counted. */
    async minute(start: number): Promise<LinesOfMinute> {
      const totals = new Totals();
      const numbers = new Map<string, number[]>();
      for await (const { sk, fields } of allItems(table, { pk: partition(start) })) {
        const found = Fields.parse(fields);
        const instance = sk.slice(0, sk.lastIndexOf("#"));
        totals.addRows(JSON.parse(found.rows) as Row[]);
        numbers.set(instance, [...(numbers.get(instance) ?? []), ...found.numbers]);
      }
      return { rows: totals.rows(), numbers };
    },

    /** Returns the times up to which minutes are final and up to which the log was compared, in milliseconds since the epoch. */
    async state(): Promise<State | undefined> {
      const item = await table.get(stateKey);
      return item && State.parse(item.fields);
    },

    async noteState(state: State): Promise<void> {
      await table.put({ ...stateKey, fields: { schema: 1, ...state } });
    },
  };
}

export type UsageLineStore = ReturnType<typeof usageLineStore>;

/** Returns the counts of one minute's lines. */
function rowsOf(lines: readonly CountedLine[], start: number): readonly Row[] {
  const counters = usageCounters("lines", start);
  const counting = countingIn(counters);
  for (const { call, event } of lines) {
    if (call !== undefined) counting.call(start, call);
    if (event !== undefined) counting.event(start, event);
  }
  counters.end(start);
  return counters.closed(start)[0]?.rows ?? [];
}
