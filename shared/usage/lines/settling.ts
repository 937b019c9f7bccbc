import type { Clock } from "#shared/ports/clock.ts";
import type { LogEvents } from "#shared/ports/logs/log-events.ts";
import { hourMs, type Minute, minuteMs } from "../period.ts";
import type { UsageStore } from "../store.ts";
import { countedLineIn } from "./counted-line.ts";
import { countedField } from "./counting-by-lines.ts";
import type { LinesOfMinute, UsageLineStore } from "./line-store.ts";

/** Makes minutes of figures from lines of the log. */
export interface UsageSettling {
  /** Takes lines as they are handed over: some come twice, some late, some never. */
  collect(texts: readonly string[]): Promise<void>;
  /** Puts together the minutes that are over. Lines that are missing are looked for in the log itself. */
  sweep(): Promise<void>;
}

interface UsageSettlingDependencies {
  readonly lines: UsageLineStore;
  readonly store: Pick<UsageStore, "putMinute">;
  /** The log itself. Undefined where it cannot be read. */
  readonly log: LogEvents | undefined;
  readonly clock: Pick<Clock, "now">;
}

/** Lines are handed over some seconds after they were written. */
const settleMs = minuteMs;
/** When an hour is compared with the log as a whole: the last lines of an instance have no successor that shows that they are missing. */
const compareMs = 10 * minuteMs;
/** A line is in the log under a moment that is close to its own. */
const slackMs = 10_000;
/** What a run puts together at most; the next goes on from there. */
const mostMinutes = 300;
/** All lines together are one writer of figures. */
const writer = "log";

export function usageSettling({ lines, store, log, clock }: UsageSettlingDependencies): UsageSettling {
  const add = (texts: readonly string[]) => lines.add(texts.map(countedLineIn).filter((line) => line !== undefined));

  /** Reads the lines of a time once more, from the log itself. */
  const repair = async (from: number, to: number): Promise<void> => {
    if (log === undefined) return;
    for await (const events of log.read({ from: from - slackMs, to: to + slackMs, field: countedField }))
      await add(events.map(({ text }) => text));
  };

  const write = async (start: number, rows: Minute["rows"], isWhole: boolean): Promise<void> => {
    // A minute that covers no time is one of which something is lost.
    await store.putMinute({ writer, start, from: start, to: isWhole ? start + minuteMs : start, isLast: false, rows });
  };

  const settle = async (start: number): Promise<void> => {
    let found = await lines.minute(start);
    if (missingIn([found]).size > 0) {
      await repair(start, start + minuteMs);
      found = await lines.minute(start);
    }
    await write(start, found.rows, missingIn([found]).size === 0);
  };

  /** Compares an hour with the log, and puts all its minutes together again. */
  const compare = async (hour: number): Promise<void> => {
    await repair(hour, hour + hourMs);
    const minutes: LinesOfMinute[] = [];
    for (let start = hour; start < hour + hourMs; start += minuteMs) minutes.push(await lines.minute(start));
    const missing = missingIn(minutes);
    for (const [place, { rows }] of minutes.entries()) await write(hour + place * minuteMs, rows, !missing.has(place));
  };

  return {
    async collect(texts) {
      const changed = await add(texts);
      const settledTo = changed.size === 0 ? 0 : ((await lines.state())?.settledTo ?? 0);
      for (const start of changed) if (start < settledTo) await settle(start);
    },

    async sweep() {
      const now = clock.now();
      const last = now - settleMs - (now % minuteMs);
      // Before the first run nothing was counted; hours are compared that it was there for.
      const known = (await lines.state()) ?? { settledTo: last, checkedTo: Math.ceil(last / hourMs) * hourMs };
      const settledTo = Math.max(known.settledTo, Math.min(last, known.settledTo + mostMinutes * minuteMs));
      for (let start = known.settledTo; start < settledTo; start += minuteMs) await settle(start);
      let { checkedTo } = known;
      await lines.noteState({ settledTo, checkedTo });
      for (; checkedTo + hourMs + compareMs <= settledTo; checkedTo += hourMs) {
        await compare(checkedTo);
        await lines.noteState({ settledTo, checkedTo: checkedTo + hourMs });
      }
    },
  };
}

/** The places of the minutes in which lines are missing: the numbers of an instance follow on each other. */
function missingIn(minutes: readonly LinesOfMinute[]): ReadonlySet<number> {
  const places = new Map<string, [number: number, place: number][]>();
  for (const [place, { numbers }] of minutes.entries())
    for (const [instance, own] of numbers)
      places.set(instance, [
        ...(places.get(instance) ?? []),
        ...own.map((number): [number, number] => [number, place]),
      ]);
  const missing = new Set<number>();
  for (const own of places.values()) {
    own.sort(([one], [other]) => one - other);
    for (const [at, [number, place]] of own.entries()) {
      const before = own[at - 1];
      if (before !== undefined && number > before[0] + 1) missing.add(place);
    }
  }
  return missing;
}
