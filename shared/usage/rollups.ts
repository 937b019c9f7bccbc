import type { Clock } from "#shared/ports/clock.ts";
import { joinedGaps } from "./gaps.ts";
import { dayMs, hourMs } from "./period.ts";
import type { UsageReader } from "./reader.ts";
import { Totals } from "./series.ts";
import { hoursKeptMs, minutesKeptMs, type RollupLength, type UsageStore } from "./store.ts";

/** Puts minutes together into hours, and hours into days. Each is written whole from what is stored, so that doing it twice changes nothing. */
export interface UsageRollups {
  /** Puts together what is over and is not yet. Asks the store once in an hour only. */
  sweep(): Promise<void>;
  /** Puts together the hour and the day that are not over, of a service that ends: its minutes may be gone when it starts again. */
  close(): Promise<void>;
}

interface UsageRollupsDependencies {
  readonly store: Pick<UsageStore, "minutes" | "rollups" | "putRollup">;
  readonly reader: UsageReader;
  readonly clock: Pick<Clock, "now">;
  /** How long after its end a period may still get figures that are written late. Milliseconds. */
  readonly lateMs: number;
}

const parts = {
  hour: { ms: hourMs, partKeptMs: minutesKeptMs, source: "minutes" },
  day: { ms: dayMs, partKeptMs: hoursKeptMs, source: "hours" },
} as const;

export function usageRollups({ store, reader, clock, lateMs }: UsageRollupsDependencies): UsageRollups {
  let sweptHour: number | undefined;
  let sweptAt = 0;
  /** What was over by then and is not put together never will be: nothing was counted in it. */
  let settledTo = 0;

  /** Whether a period that is over has nothing to be put together from. By then its hours are, if it is a day. */
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
    // A time in which no service was running leaves nothing.
    if (!isCovered) return;
    const end = start + ms;
    // Of a service that ends: if it is read one day, nothing came after it.
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
      // A clock that was ahead has settled nothing.
      if (sweptAt > now) [settledTo, sweptAt] = [0, 0];
      await rollUpAll("hour", now);
      await rollUpAll("day", now);
      // What a process keeps while its store is away it writes when that is back: by the next sweep, or a day later.
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

/** The periods that are not over, or not for long. */
function openPeriods(now: number, ms: number, lateMs: number): number[] {
  const current = now - (now % ms);
  return current + lateMs > now ? [current - ms, current] : [current];
}
