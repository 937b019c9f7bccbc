import type { Clock } from "#shared/ports/clock.ts";
import { joinedGaps } from "./gaps.ts";
import { dayMs, hourMs } from "./period.ts";
import type { UsageReader } from "./reader.ts";
import { Totals } from "./series.ts";
import { hoursKeptMs, minutesKeptMs, type RollupLength, type UsageStore } from "./store.ts";

/** Merges minutes into hours, and hours into days. Each is rebuilt completely from stored data, so repeating it changes nothing. */
export interface UsageRollups {
  /** Merges completed periods that aren't merged yet. Accesses the store only once an hour. */
  sweep(): Promise<void>;
  /** Merges the current hour and day when the service shuts down, because its next start can delete the minutes. */
  close(): Promise<void>;
}

interface UsageRollupsDependencies {
  readonly store: Pick<UsageStore, "minutes" | "rollups" | "putRollup">;
  readonly reader: UsageReader;
  readonly clock: Pick<Clock, "now">;
  /** Time in milliseconds after the end of a period in which late figures can still arrive. */
  readonly lateMs: number;
}

const parts = {
  hour: { ms: hourMs, partKeptMs: minutesKeptMs, source: "minutes" },
  day: { ms: dayMs, partKeptMs: hoursKeptMs, source: "hours" },
} as const;

export function usageRollups({ store, reader, clock, lateMs }: UsageRollupsDependencies): UsageRollups {
  let sweptHour: number | undefined;
  let sweptAt = 0;
  /** Periods that were complete by this time and aren't merged have no data and never will. */
  let settledTo = 0;

  /** Returns true if a completed period has no data to merge. When a day is merged, its hours already are. */
  const isEmpty = async (length: RollupLength, start: number): Promise<boolean> => {
    const found =
      length === "hour" ? await store.minutes(start) : await store.rollups("hour", start, start + parts.day.ms);
    return found.length === 0;
  };

  const rollUp = async (length: RollupLength, start: number, now: number, isFinal: boolean): Promise<void> => {
    const totals = new Totals();
    const { source, ms } = parts[length];
    let isCovered = false;
    const { gaps } = await reader.read({ from: start, to: start + ms, source }, now, (period) => {
      isCovered ||= period.isCovered;
      totals.addRows(period.rows);
    });
    // Times in which no service was running are not stored.
    if (!isCovered) return;
    const end = start + ms;
    // For a service that is shutting down: if this rollup is read later, nothing followed it.
    const rest = isFinal || now >= end ? [] : [{ from: now, to: end, reason: "stopped" as const }];
    await store.putRollup(length, { start, rows: totals.rows(), gaps: joinedGaps([...gaps, ...rest]), isFinal });
  };

  const rollUpAll = async (length: RollupLength, now: number): Promise<void> => {
    const { ms, partKeptMs } = parts[length];
    const first = Math.ceil((now - partKeptMs) / ms) * ms;
    const known = await store.rollups(length, first, now);
    const done = new Set(known.filter(({ isFinal }) => isFinal).map(({ start }) => start));
    for (let start = first; start + ms + lateMs <= now; start += ms) {
      if (done.has(start) || start + ms + lateMs <= settledTo) continue;
      if (!(await isEmpty(length, start))) await rollUp(length, start, now, true);
    }
  };

  return {
    async sweep() {
      const now = clock.now();
      const hour = Math.floor((now - lateMs) / hourMs);
      if (hour === sweptHour) return;
      // If the clock was ahead, nothing is settled.
      if (sweptAt > now) [settledTo, sweptAt] = [0, 0];
      await rollUpAll("hour", now);
      await rollUpAll("day", now);
      // A process writes the counts that it kept during a store outage when the store is back: by the next sweep, or a day later.
      settledTo = Math.max(sweptAt, now - dayMs);
      [sweptHour, sweptAt] = [hour, now];
    },

    async close() {
      const now = clock.now();
      for (const start of openPeriods(now, hourMs, lateMs)) await rollUp("hour", start, now, false);
      for (const start of openPeriods(now, dayMs, lateMs)) await rollUp("day", start, now, false);
    },
  };
}

/** Returns the start times of periods that are still open or ended recently. */
function openPeriods(now: number, ms: number, lateMs: number): number[] {
  const current = now - (now % ms);
  return current + lateMs > now ? [current - ms, current] : [current];
}
