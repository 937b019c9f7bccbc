import { gapsIn, gapsWithin, joinedGaps } from "./gaps.ts";
import { dayMs, type Gap, hourMs, type Minute, type Rollup } from "./period.ts";
import type { RowQuestion } from "./period-store.ts";
import type { Row } from "./series.ts";
import { hoursKeptMs, minutesKeptMs, type UsageStore } from "./store.ts";
import type { Window } from "./window.ts";

/** Minute, hour or day of figures. */
export interface ReadPeriod {
  readonly start: number;
  readonly rows: readonly Row[];
  /** True if any process counted during it. */
  readonly isCovered: boolean;
}

type Take = (period: ReadPeriod) => void;

/** Result of reading a window, besides its figures. */
interface ReadWindow {
  readonly gaps: Gap[];
  /** End of the complete data, in milliseconds since the epoch. */
  readonly countedTo: number;
}

/** Reads figures from the longest periods that fit, and from shorter ones where those aren't merged yet. */
export interface UsageReader {
  /** Calls `take` with every period of the window. With a query, passes at least the matching rows, possibly merged; otherwise all rows. */
  read(
    window: Pick<Window, "from" | "to" | "source">,
    now: number,
    take: Take,
    question?: RowQuestion,
  ): Promise<ReadWindow>;
}

interface UsageReaderDependencies {
  readonly store: Pick<UsageStore, "minutes" | "rollups">;
  /** Maximum delay in milliseconds with which a minute can be written. */
  readonly lagMs: number;
}

export function usageReader({ store, lagMs }: UsageReaderDependencies): UsageReader {
  type Read = (from: number, to: number, now: number, take: Take, question?: RowQuestion) => Promise<ReadWindow>;

  const minutesFrom = (hour: number, now: number, question?: RowQuestion): Promise<Minute[]> =>
    hour < now ? store.minutes(hour, question) : Promise.resolve([]);

  const readMinutes: Read = async (from, to, now, take, question) => {
    const end = Math.min(to, now);
    const gaps: Gap[] = [];
    let countedTo = now - lagMs;
    const first = from - (from % hourMs);
    let before = await store.minutes(first - hourMs, question);
    let minutes = await minutesFrom(first, now, question);
    for (let hour = first; hour < end; hour += hourMs) {
      // Only the time after the hour shows whether a process continued.
      const after = await minutesFrom(hour + hourMs, now, question);
      const part = { from: Math.max(hour, from), to: Math.min(hour + hourMs, end) };
      for (const { start, rows, to: writtenTo } of minutes) {
        if (start >= from && start < to) take({ start, rows, isCovered: true });
        countedTo = Math.max(countedTo, Math.min(now, writtenTo));
      }
      gaps.push(...gapsIn([...before, ...minutes, ...after], part, now - lagMs));
      [before, minutes] = [minutes, after];
    }
    return { gaps, countedTo };
  };

  /** Reads merged periods, and the next shorter periods where there are none, as long as those are kept. */
  const readRollups =
    (length: "hour" | "day", lengthMs: number, shorterKeptMs: number, readShorter: Read): Read =>
    async (from, to, now, take, question) => {
      // A period that was merged before its end is used once its parts are deleted.
      const usable = ({ start, isFinal }: Rollup) => isFinal || start + lengthMs < now - shorterKeptMs;
      const stored = (await store.rollups(length, from, to, question)).filter(usable);
      const known = new Map(stored.map((rollup) => [rollup.start, rollup]));
      const end = Math.min(to, now);
      const gaps: Gap[] = [];
      let countedTo = end;
      for (let start = from; start < end; ) {
        const rollup = known.get(start);
        let next = start + lengthMs;
        if (rollup !== undefined) {
          take({ start, rows: rollup.rows, isCovered: isCovered(rollup, lengthMs) });
          gaps.push(...rollup.gaps);
        } else if (next < now - shorterKeptMs) {
          gaps.push({ from: start, to: next, reason: "stopped" });
        } else {
          while (next < end && !known.has(next)) next += lengthMs;
          const shorter = await readShorter(start, next, now, take, question);
          gaps.push(...shorter.gaps);
          if (next >= end) countedTo = shorter.countedTo;
        }
        start = next;
      }
      return { gaps, countedTo };
    };

  const readHours = readRollups("hour", hourMs, minutesKeptMs, readMinutes);
  const readers = {
    minutes: readMinutes,
    hours: readHours,
    days: readRollups("day", dayMs, hoursKeptMs, readHours),
  };

  return {
    async read({ from, to, source }, now, take, question) {
      const { gaps, countedTo } = await readers[source](from, to, now, take, question);
      return { gaps: joinedGaps(gapsWithin(gaps, { from, to })), countedTo: Math.min(countedTo, to) };
    },
  };
}

/** Returns true if any process counted during the period. */
function isCovered({ gaps }: Rollup, lengthMs: number): boolean {
  return gaps.reduce((missing, { from, to }) => missing + to - from, 0) < lengthMs;
}
