import { cutToBytes } from "#shared/contract/texts/cut-to-bytes.ts";
import type { EventRange, LogEvent, LogEvents } from "#shared/ports/logs/log-events.ts";
import type { TextRecord } from "../log-reader.ts";
import { longestLineBytes } from "../reading/line-text.ts";
import { earliest, momentOf, offsetOf } from "./event-offset.ts";
import type { EventView } from "./event-view.ts";

/** Part of a view: its records in reading order, and the position reached. */
export interface EventStretch {
  /** A record's further lines have the offsets after its own. */
  readonly records: readonly TextRecord[];
  /** Forwards: everything before this offset was read. Backwards: everything from this offset on. */
  readonly reached: number;
  readonly bytes: number;
}

/**
 * First time range of a backward search. Later ones grow, so that little is read where there are many events, and much where there are
 * few. Milliseconds.
 */
const firstWindowMs = 3_600_000;
const longerBy = 8;

/** Yields the records from one offset (inclusive) to another (exclusive). */
export async function* recordsForwards(
  events: LogEvents,
  view: EventView,
  { from, to, pageSize }: Stretch,
): AsyncGenerator<EventStretch> {
  if (from >= to) return;
  const range = rangeOf(view, momentOf(from), momentOf(to - 1), pageSize);
  let reached = from;
  for await (const moment of moments(events.read(range))) {
    if (moment.length > 0) reached = Math.min(to, offsetOf(atOf(moment) + 1, 0));
    yield { ...recordsIn(moment, view, from, to), reached };
  }
  yield { records: [], reached: to, bytes: 0 };
}

/** Yields the records before one offset, back to another, newest first. */
export async function* recordsBackwards(
  events: LogEvents,
  view: EventView,
  { from, to, pageSize }: Stretch,
): AsyncGenerator<EventStretch> {
  const first = momentOf(from);
  let [windowMs, reached] = [firstWindowMs, to];
  for (let last = momentOf(to - 1); to > from && last >= first; windowMs *= longerBy) {
    const start = Math.max(first, last - windowMs + 1);
    const range = { ...rangeOf(view, start, last, pageSize), newestFirst: true };
    for await (const moment of moments(events.read(range))) {
      if (moment.length > 0) reached = Math.max(from, offsetOf(atOf(moment), 0));
      const { records, bytes } = recordsIn(moment, view, from, to);
      yield { records: records.toReversed(), bytes, reached };
    }
    reached = Math.max(from, offsetOf(start, 0));
    yield { records: [], reached, bytes: 0 };
    last = start - 1;
  }
}

/** Yields the text of a view between two offsets, as it was written. The offsets are where milliseconds begin. */
export async function* textForwards(events: LogEvents, view: EventView, { from, to }: Stretch): AsyncGenerator<string> {
  if (from >= to) return;
  for await (const moment of moments(events.read(rangeOf(view, momentOf(from), momentOf(to - 1), undefined)))) {
    const text = sortedByTime(moment)
      .map((event) => view.lineOf(event))
      .filter((line) => line !== undefined);
    if (text.length > 0) yield `${text.join("\n")}\n`;
  }
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Page size, if only few records are needed. */
  readonly pageSize?: number;
}

function rangeOf({ level }: EventView, from: number, to: number, pageSize: number | undefined): EventRange {
  // If events of all kinds are returned, the few that are needed can be far apart.
  const size = level === undefined ? undefined : pageSize;
  return { from: Math.max(earliest, from), to, level, ...(size !== undefined && { pageSize: size }) };
}

/**
 * Groups events by millisecond. A group is complete when the next one begins; only then is the rank of its events known. Yields an
 * empty group after each page.
 */
async function* moments(pages: AsyncIterable<readonly LogEvent[]>): AsyncGenerator<readonly LogEvent[]> {
  let open: LogEvent[] = [];
  for await (const page of pages) {
    for (const event of page) {
      if (open[0] !== undefined && open[0].at !== event.at) {
        yield open;
        open = [];
      }
      open.push(event);
    }
    yield [];
  }
  if (open.length > 0) yield open;
}

function atOf([first]: readonly LogEvent[]): number {
  return first?.at ?? earliest;
}

function sortedByTime(events: readonly LogEvent[]): readonly LogEvent[] {
  return events.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

function recordsIn(events: readonly LogEvent[], view: EventView, from: number, to: number) {
  const at = atOf(events);
  const records: TextRecord[] = [];
  let [rank, bytes] = [0, 0];
  for (const event of sortedByTime(events)) {
    bytes += Buffer.byteLength(event.text);
    const whole = view.lineOf(event);
    if (whole === undefined) continue;
    const record = recordOf(whole, offsetOf(at, rank));
    rank += 1 + record.more.length;
    if (record.offset < to && record.offset + record.more.length >= from) records.push(record);
  }
  return { records, bytes };
}

function recordOf(whole: string, offset: number): TextRecord {
  const [text = "", ...more] = whole.split(/\r?\n/, 1 + maxFurtherLines);
  return { offset, text: cut(text), isCut: Buffer.byteLength(text) > longestLineBytes, more: more.map(cut) };
}

const maxFurtherLines = 50;

function cut(text: string): string {
  return cutToBytes(text, longestLineBytes);
}
