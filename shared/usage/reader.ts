import { gapsIn, gapsWithin, joinedGaps } from "./gaps.ts";
import { dayMs, type Gap, hourMs, type Minute, type Rollup } from "./period.ts";
import type { RowQuestion } from "./period-store.ts";
import type { Row } from "./series.ts";
import { hoursKeptMs, minutesKeptMs, type UsageStore } from "./store.ts";
import type { Window } from "./window.ts";

/** A minute, an hour or a day of figures. */
export interface ReadPeriod {
  readonly start: number;
  readonly rows: readonly Row[];
  /** Whether anyone counted in it. */
  readonly isCovered: boolean;
}

type Take = (period: ReadPeriod) => void;

/** What is known of a window beside its figures. */
interface ReadWindow {
  readonly gaps: Gap[];
  /** Everything before is counted, as far as it ever will be. Milliseconds since the epoch. */
  readonly countedTo: number;
}

/** Reads figures from the longest periods that fit, and from shorter ones where those are not put together yet. */
export interface UsageReader {
  /** Calls `take` with every period of the window. Of a question at least its rows, maybe put together; otherwise all rows. */
  read(
    window: Pick<Window, "from" | "to" | "source">,
    now: number,
    take: Take,
    question?: RowQuestion,
  ): Promise<ReadWindow>;
}

interface UsageReaderDependencies {
  readonly store: Pick<UsageStore, "minutes" | "rollups">;
  /** How late a minute may be written that is not lost. Milliseconds. */
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
      // Whether a process went on is seen behind the hour.
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

  /** Reads what is put together, and what is not from the next shorter periods, as long as those are kept. */
  const readRollups =
    (length: "hour" | "day", lengthMs: number, shorterKeptMs: number, readShorter: Read): Read =>
    async (from, to, now, take, question) => {
      // What was put together before its end is good for the time when its parts are gone.
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

/** Whether anyone counted in a period of a length. */
function isCovered({ gaps }: Rollup, lengthMs: number): boolean {
  return gaps.reduce((missing, { from, to }) => missing + to - from, 0) < lengthMs;
}
