import { dayMs, hourMs, minuteMs } from "../period.ts";
import type { UsageReader } from "../reader.ts";
import { labelsKey, type Row } from "../series.ts";
import { minutesKeptMs, watchedMinutesKeptMs } from "../store.ts";
import type { AlertRule } from "./contract.ts";
import { isCounted, type WatchedTime, watchedValue } from "./rules.ts";

interface PastDependencies {
  readonly usage: UsageReader;
  readonly statistics: UsageReader;
  /** Reader of the watched minutes, which are kept for longer. */
  readonly watched: UsageReader;
}

/** Past values as a rule sees them. Times are in milliseconds since the epoch. */
export interface Past {
  readonly from: number;
  readonly to: number;
  readonly over: "minutes" | "hours";
  readonly times: readonly WatchedTime[];
}

/** Tolerance for the start of the past: if the first minute of the watched metric exists this soon, the later minutes exist too. */
const beginningMs = hourMs;

/** Reads the past of a rule: by the minute where minutes are kept, otherwise by the hour. */
export function pastOf({ usage, statistics, watched }: PastDependencies) {
  const read = async (
    reader: UsageReader,
    rule: AlertRule,
    { from, to, over, now }: Omit<Past, "times"> & { readonly now: number },
  ): Promise<Past> => {
    const stepMs = over === "minutes" ? minuteMs : hourMs;
    const found = new Map<number, { rows: Row[]; isCovered: boolean }>();
    await reader.read({ from, to, source: over }, now, ({ start, rows, isCovered }) => {
      const step = start - (start % stepMs);
      const known = found.get(step) ?? { rows: [], isCovered: false };
      const own = rows.filter(({ values }) => values[rule.metric] !== undefined);
      found.set(step, { rows: [...known.rows, ...own], isCovered: known.isCovered || isCovered });
    });
    const times: WatchedTime[] = [];
    for (let start = from; start < to; start += stepMs) {
      const { rows = [], isCovered = false } = found.get(start) ?? {};
      times.push({ start, minutes: stepMs / minuteMs, value: watchedValue(rows, rule), isCovered });
    }
    return { from, to, over, times };
  };

  /** Reads the minutes that were kept for rules with this metric and these labels. */
  const readWatched = async (rule: AlertRule, range: { from: number; to: number; now: number }): Promise<Past> => {
    const name = labelsKey(rule.where);
    const only: UsageReader = {
      read: (window, now, take) =>
        watched.read(window, now, ({ start, rows }) => {
          const own = rows.filter(
            ({ labels, values }) => labelsKey(labels) === name && values[rule.metric] !== undefined,
          );
          take({ start, rows: own, isCovered: own.length > 0 });
        }),
    };
    return read(only, { ...rule, where: {} }, { ...range, over: "minutes" });
  };

  return async (rule: AlertRule, days: number, now: number): Promise<Past> => {
    const begin = now - days * dayMs;
    const to = now - (now % minuteMs);
    const from = begin - (begin % minuteMs);
    const reader = isCounted(rule.metric) ? usage : statistics;
    if (from > now - minutesKeptMs) return read(reader, rule, { from, to, now, over: "minutes" });
    if (from > now - watchedMinutesKeptMs) {
      const past = await readWatched(rule, { from, to, now });
      const first = past.times.find(({ isCovered }) => isCovered);
      if (first !== undefined && first.start <= from + beginningMs) return past;
    }
    const hours = { from: begin - (begin % hourMs), to: now - (now % hourMs) };
    return read(reader, rule, { ...hours, now, over: "hours" });
  };
}

export type PastOf = ReturnType<typeof pastOf>;
