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
  readonly store: Pick<UsageStore, "putMinute" | "minutes">;
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
/** How far apart two lines of an instance may be for those between them to be missed: one that nobody calls for longer has mostly ended. */
const reachMs = hourMs;
/** What a run puts together at most; the next goes on from there. */
const mostMinutes = 300;
/** All lines together are one writer of figures. */
const writer = "log";

type MinutesByStart = ReadonlyMap<number, LinesOfMinute>;

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

  /** A minute, with those before it back to the last line before the first of each instance. */
  const withBefore = async (start: number): Promise<MinutesByStart> => {
    const minute = await lines.minute(start);
    const found = new Map([[start, minute]]);
    // The first line of an instance has none before it.
    const instances = [...minute.numbers].filter(([, own]) => !own.includes(1)).map(([instance]) => instance);
    const sought = new Set(instances);
    for (let at = start - minuteMs; sought.size > 0 && at >= start - reachMs; at -= minuteMs) {
      const before = await lines.minute(at);
      found.set(at, before);
      for (const instance of before.numbers.keys()) sought.delete(instance);
    }
    return found;
  };

  /** Puts minutes together again, with all that surrounds them in sight; others where something is missing, which marks them. */
  const putTogether = async (starts: readonly number[], settledTo: number): Promise<void> => {
    const surroundings = new Map<number, LinesOfMinute>();
    const end = Math.min(Math.max(...starts) + reachMs + minuteMs, settledTo);
    for (let at = Math.min(...starts) - reachMs; at < end; at += minuteMs) surroundings.set(at, await lines.minute(at));
    const missing = missingIn(surroundings);
    for (const [start, { rows }] of surroundings)
      if (missing.has(start) || starts.includes(start)) await write(start, rows, !missing.has(start));
  };

  const settle = async (start: number): Promise<void> => {
    const found = await withBefore(start);
    const missing = missingIn(found);
    if (missing.size === 0) return write(start, found.get(start)?.rows ?? [], true);
    const from = Math.min(start, ...missing);
    await repair(from, start + minuteMs);
    // The repair may have brought lines of the minute before, too.
    await putTogether(minutesOf(from - minuteMs, start + minuteMs), start + minuteMs);
  };

  /** Puts a minute together again that has got a line late, and with it those that were marked for want of that line. */
  const settleLate = async (start: number, settledTo: number): Promise<void> => {
    await settle(start);
    const [from, to] = [start - reachMs, start + reachMs];
    const marked: number[] = [];
    for (let hour = from - (from % hourMs); hour <= to; hour += hourMs)
      for (const minute of await store.minutes(hour))
        if (minute.start >= from && minute.start <= to && minute.to === minute.from) marked.push(minute.start);
    if (marked.length > 0) await putTogether([start, ...marked], settledTo);
  };

  /** Compares an hour with the log, and puts all its minutes together again. */
  const compare = async (hour: number, settledTo: number): Promise<void> => {
    await repair(hour, hour + hourMs);
    await putTogether(minutesOf(hour - minuteMs, hour + hourMs), settledTo);
  };

  return {
    async collect(texts) {
      const changed = await add(texts);
      const settledTo = changed.size === 0 ? 0 : ((await lines.state())?.settledTo ?? 0);
      for (const start of changed) if (start < settledTo) await settleLate(start, settledTo);
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
        await compare(checkedTo, settledTo);
        await lines.noteState({ settledTo, checkedTo: checkedTo + hourMs });
      }
    },
  };
}

function minutesOf(from: number, to: number): readonly number[] {
  return Array.from({ length: (to - from) / minuteMs }, (_, place) => from + place * minuteMs);
}

/**
 * The minutes in which lines are missing, from the line before to the line after: the numbers of an instance follow on each other, from 1 and
 * the minute in which it began.
 */
function missingIn(minutes: MinutesByStart): ReadonlySet<number> {
  const numbered = [...minutes].flatMap(([start, { numbers }]) =>
    [...numbers].flatMap(([instance, own]) => own.map((number) => ({ instance, number, start }))),
  );
  const missing = new Set<number>();
  for (const [instance, own] of Map.groupBy(numbered, ({ instance }) => instance)) {
    const began = minuteOfBeginning(instance);
    if (minutes.has(began)) own.push({ instance, number: 0, start: began });
    own.sort((one, other) => one.number - other.number);
    for (const [place, { number, start }] of own.entries()) {
      const before = own[place - 1];
      if (before === undefined || number === before.number + 1) continue;
      const [from, to] = [Math.min(before.start, start), Math.max(before.start, start)];
      if (to - from <= reachMs) for (const one of minutesOf(from, to + minuteMs)) missing.add(one);
    }
  }
  return missing;
}

/** As its id says, a UUID of version 7. Milliseconds since the epoch; NaN where it says nothing. */
function minuteOfBeginning(instance: string): number {
  const at = Number.parseInt(instance.replaceAll("-", "").slice(0, 12), 16);
  return at - (at % minuteMs);
}
