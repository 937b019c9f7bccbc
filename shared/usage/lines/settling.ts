import type { Clock } from "#shared/ports/clock.ts";
import type { LogEvents } from "#shared/ports/logs/log-events.ts";
import { hourMs, type Minute, minuteMs } from "../period.ts";
import type { UsageStore } from "../store.ts";
import { countedLineIn } from "./counted-line.ts";
import { countedField } from "./counting-by-lines.ts";
import type { LinesOfMinute, UsageLineStore } from "./line-store.ts";

/** Builds minutes of figures from log lines. */
export interface UsageSettling {
  /** Stores lines as they are delivered. Lines can arrive twice, late or never. */
  collect(texts: readonly string[]): Promise<void>;
  /** Builds completed minutes. Reads missing lines from the log. */
  sweep(): Promise<void>;
}

interface UsageSettlingDependencies {
  readonly lines: UsageLineStore;
  readonly store: Pick<UsageStore, "putMinute" | "minutes">;
  /** The log. Undefined if it can't be read. */
  readonly log: LogEvents | undefined;
  readonly clock: Pick<Clock, "now">;
}

/** Wait time before a minute is built, because lines are delivered some seconds after they were written. */
const quietPeriodMs = minuteMs;
/** Time after which an hour is compared with the whole log: if the last lines of an instance are missing, no later line reveals it. */
const compareMs = 10 * minuteMs;
/** Maximum difference between the timestamp of a log event and that of its line. */
const slackMs = 10_000;
/**
 * Maximum time between two lines of an instance within which lines between them count as missing. An instance without calls for longer has
 * usually ended.
 */
const reachMs = hourMs;
/** Maximum number of minutes per run. The next run continues from there. */
const maxMinutes = 300;
/** Writer name under which the figures of all log lines are stored. */
const writer = "log";

type MinutesByStart = ReadonlyMap<number, LinesOfMinute>;

export function usageSettling({ lines, store, log, clock }: UsageSettlingDependencies): UsageSettling {
  const add = (texts: readonly string[]) => lines.add(texts.map(countedLineIn).filter((line) => line !== undefined));

  /** Reads the lines of a time range from the log again. */
  const repair = async (from: number, to: number): Promise<void> => {
    if (log === undefined) return;
    for await (const events of log.read({ from: from - slackMs, to: to + slackMs, field: countedField }))
      await add(events.map(({ text }) => text));
  };

  const write = async (start: number, rows: Minute["rows"], isWhole: boolean): Promise<void> => {
    // A minute that covers no time marks lost data.
    await store.putMinute({ writer, start, from: start, to: isWhole ? start + minuteMs : start, isLast: false, rows });
  };

  /** Returns a minute and the minutes before it, back to the line that precedes the first line of each instance. */
  const withBefore = async (start: number): Promise<MinutesByStart> => {
    const minute = await lines.minute(start);
    const found = new Map([[start, minute]]);
    // The first line of an instance has no predecessor.
    const instances = [...minute.numbers].filter(([, own]) => !own.includes(1)).map(([instance]) => instance);
    const sought = new Set(instances);
    for (let at = start - minuteMs; sought.size > 0 && at >= start - reachMs; at -= minuteMs) {
      const before = await lines.minute(at);
      found.set(at, before);
      for (const instance of before.numbers.keys()) sought.delete(instance);
    }
    return found;
  };

  /** Rebuilds minutes with their surroundings loaded, and all other minutes in which lines are missing, which marks those as incomplete. */
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
    // The repair may also have added lines to the previous minute.
    await putTogether(minutesOf(from - minuteMs, start + minuteMs), start + minuteMs);
  };

  /** Rebuilds a minute that received a late line, and the minutes that were marked because that line was missing. */
  const settleLate = async (start: number, settledTo: number): Promise<void> => {
    await settle(start);
    const [from, to] = [start - reachMs, start + reachMs];
    const marked: number[] = [];
    for (let hour = from - (from % hourMs); hour <= to; hour += hourMs)
      for (const minute of await store.minutes(hour))
        if (minute.start >= from && minute.start <= to && minute.to === minute.from) marked.push(minute.start);
    if (marked.length > 0) await putTogether([start, ...marked], settledTo);
  };

  /** Compares an hour with the log and rebuilds all its minutes. */
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
      const last = now - quietPeriodMs - (now % minuteMs);
      // Nothing was counted before the first run; only hours since then are compared.
      const known = (await lines.state()) ?? { settledTo: last, checkedTo: Math.ceil(last / hourMs) * hourMs };
      const settledTo = Math.max(known.settledTo, Math.min(last, known.settledTo + maxMinutes * minuteMs));
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
 * Returns the minutes in which lines are missing, from the line before the gap to the line after it. The lines of an instance are numbered
 * consecutively from 1, and the first belongs to the minute in which the instance started.
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

/** Returns the start minute from an instance's version 7 UUID, in milliseconds since the epoch; NaN if it contains no time. */
function minuteOfBeginning(instance: string): number {
  const at = Number.parseInt(instance.replaceAll("-", "").slice(0, 12), 16);
  return at - (at % minuteMs);
}
