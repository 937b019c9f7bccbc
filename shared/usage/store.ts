import * as z from "zod";
import { timestamp } from "#shared/contract/scalars.ts";
import type { Table } from "#shared/ports/table.ts";
import { dayMs, hourMs, type Minute, minuteMs, type Rollup } from "./period.ts";
import { PeriodHead, putPeriod, type RowQuestion, readPeriods } from "./period-store.ts";

/**
 * Kinds of figures, each with its own periods: counts of calls, readings of the server and its host, and figures that alert rules watch.
 */
export type FigureKind = "usage" | "statistics" | "watched";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const usagePartitions = partitionsOf("usage");
export const statisticsPartitions = partitionsOf("statistics");
/** Partitions with the watched figures, which are stored only per minute. */
export const watchedPartitions = ["watched-minutes#*"];

function partitionsOf(kind: FigureKind): readonly string[] {
  return [`${kind}-minutes#*`, `${kind}-hours#*`, `${kind}-days#*`];
}

/**
 * Maximum age of minutes in queries. They are kept for longer, so that a service that was down over a weekend merges them into hours on
 * start.
 */
export const minutesShownMs = dayMs;
export const minutesKeptMs = 4 * dayMs;
/** Retention of the minutes that alert rules watch, long enough to test a rule on a week. */
export const watchedMinutesKeptMs = 8 * dayMs;
export const hoursKeptMs = 60 * dayMs;
export const daysKeptMs = 731 * dayMs;

const MinuteFields = z.object({
  ...PeriodHead.shape,
  from: z.number(),
  to: z.number(),
  isLast: z.boolean(),
  areNextLate: z.boolean().default(false),
});
const StoredGap = z.object({ from: z.number(), to: z.number(), reason: z.enum(["stopped", "lost"]) });
const RollupFields = z.object({ ...PeriodHead.shape, gaps: z.array(StoredGap), isFinal: z.boolean() });

/** Lengths of periods that are merged from shorter ones. */
export type RollupLength = "hour" | "day";

const lengths = {
  hour: { ms: hourMs, partition: (start: number) => `hours#${timestamp(start).slice(0, 10)}`, keptMs: hoursKeptMs },
  day: { ms: dayMs, partition: (start: number) => `days#${timestamp(start).slice(0, 4)}`, keptMs: daysKeptMs },
} as const;

/**
 * Stores figures on the Table port. A partition has the minutes of an hour, the hours of a day or the days of a year. A write replaces the
 * whole period, so repeating it changes nothing.
 */
export function usageStore(table: Pick<Table, "put" | "query">, kind: FigureKind = "usage") {
  const minutePartition = (at: number): string => `${kind}-minutes#${timestamp(at).slice(0, 13)}`;
  const keptMs = kind === "watched" ? watchedMinutesKeptMs : minutesKeptMs;

  const readMinutes = async (at: number, question: RowQuestion | undefined, prefix = ""): Promise<Minute[]> => {
    const periods = await readPeriods(table, { pk: minutePartition(at), prefix }, MinuteFields, question);
    return periods.map(({ name, head: { from, to, isLast, areNextLate }, rows }) => {
      const [moment = "", writer = ""] = name.split("#");
      return { writer, start: Date.parse(`${moment}:00.000Z`), from, to, isLast, areNextLate, rows };
    });
  };

  return {
    async putMinute({ writer, start, from, to, isLast, areNextLate = false, rows }: Minute): Promise<void> {
      const key = { pk: minutePartition(start), sk: `${timestamp(start).slice(0, 16)}#${writer}` };
      await putPeriod(table, key, { from, to, isLast, areNextLate }, rows, start + minuteMs + keptMs);
    },

    /**
     * Returns the counts for the minutes of an hour, in chronological order. With a query, returns at least the matching rows, possibly
     * merged.
     */
    minutes: (hour: number, question?: RowQuestion): Promise<Minute[]> => readMinutes(hour, question),

    /** Returns the counts of all processes in one minute. */
    minute: (start: number): Promise<Minute[]> => readMinutes(start, undefined, `${timestamp(start).slice(0, 16)}#`),

    async putRollup(length: RollupLength, { start, rows, gaps, isFinal }: Rollup): Promise<void> {
      const { partition, ms, keptMs } = lengths[length];
      const key = { pk: `${kind}-${partition(start)}`, sk: timestamp(start).slice(0, 13) };
      await putPeriod(table, key, { gaps: gaps.map((gap) => ({ ...gap })), isFinal }, rows, start + ms + keptMs);
    },

    /**
     * Returns the merged hours or days that begin within a time range. With a query, returns at least the matching rows, possibly merged.
     */
    async rollups(length: RollupLength, from: number, to: number, question?: RowQuestion): Promise<Rollup[]> {
      const { partition } = lengths[length];
      const found: Rollup[] = [];
      for (const pk of new Set(daysBetween(from, to).map(partition))) {
        for (const { name, head, rows } of await readPeriods(table, { pk: `${kind}-${pk}` }, RollupFields, question)) {
          const start = Date.parse(`${name}:00:00.000Z`);
          if (start >= from && start < to) found.push({ start, rows, gaps: head.gaps, isFinal: head.isFinal });
        }
      }
      return found;
    },
  };
}

export type UsageStore = ReturnType<typeof usageStore>;

function daysBetween(from: number, to: number): number[] {
  const days: number[] = [];
  for (let day = from - (from % dayMs); day < to; day += dayMs) days.push(day);
  return days;
}
