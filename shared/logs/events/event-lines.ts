import type { LogEvents } from "#shared/ports/logs/log-events.ts";
import type { LinesQuery, NumberedLine, TextRecord } from "../log-reader.ts";
import { answerBytes, pageOf } from "../reading/page.ts";
import { earliest, offsetOf } from "./event-offset.ts";
import { recordsBackwards, recordsForwards } from "./event-records.ts";
import type { EventView } from "./event-view.ts";
import type { LineCount } from "./line-count.ts";

/** Start (inclusive) and end (exclusive) of a view, as offsets. */
export interface ViewBounds {
  readonly from: number;
  readonly to: number;
}

/** Lines of a view. */
export interface EventLines {
  readonly lines: readonly NumberedLine[];
  readonly start: number;
  readonly end: number;
}

/** Reads the selected lines of a view. */
export async function eventLines(
  events: LogEvents,
  view: EventView,
  bounds: ViewBounds,
  count: LineCount,
  { number, offset, before, after, count: wanted }: LinesQuery,
): Promise<EventLines> {
  if (number !== undefined) {
    await count.reach(number);
    if (number > count.lines) return { lines: [], start: count.reached, end: count.reached };
    const mark = count.before(number);
    return forwards(events, view, { from: mark.offset, to: bounds.to }, wanted, {
      number: mark.number,
      skip: number - mark.number,
    });
  }
  const start = offset ?? after?.offset;
  if (start !== undefined) {
    const from = Math.max(start, bounds.from);
    return forwards(events, view, { from, to: Math.max(from, bounds.to) }, wanted);
  }
  return backwards(events, view, { from: bounds.from, to: Math.min(before?.offset ?? bounds.to, bounds.to) }, wanted);
}

async function forwards(
  events: LogEvents,
  view: EventView,
  bounds: ViewBounds,
  wanted: number,
  { number = null, skip = 0 }: { readonly number?: number | null; readonly skip?: number } = {},
): Promise<EventLines> {
  const page = pageOf<NumberedLine>(wanted, answerBytes);
  let [remainingSkip, start] = [skip, bounds.from];
  for await (const { records } of recordsForwards(events, view, { ...bounds, pageSize: skip + wanted + 1 }))
    for (const line of records.flatMap((record) => linesOf(record, bounds))) {
      if (remainingSkip > 0) {
        remainingSkip -= 1;
        start = line.offset + 1;
        continue;
      }
      const counted = number === null ? line : { ...line, number: number + skip + page.lines.length };
      if (!page.take(counted)) return { lines: page.lines, start, end: line.offset };
    }
  return { lines: page.lines, start, end: bounds.to };
}

async function backwards(events: LogEvents, view: EventView, bounds: ViewBounds, wanted: number): Promise<EventLines> {
  const page = pageOf<NumberedLine>(wanted, answerBytes);
  let start = bounds.to;
  const end = bounds.to;
  for await (const { records } of recordsBackwards(events, view, { ...bounds, pageSize: wanted + 1 }))
    for (const line of records.flatMap((record) => linesOf(record, bounds).toReversed())) {
      // Only now is it known that there is one more.
      if (!page.take(line)) return { lines: page.lines.toReversed(), start, end };
      start = line.offset;
    }
  return { lines: page.lines.toReversed(), start: 0, end };
}

/** Returns a record's lines within the bounds. Lines that were written at the same time have consecutive offsets. */
function linesOf({ offset, text, isCut, more }: TextRecord, { from, to }: ViewBounds): readonly NumberedLine[] {
  return [
    { offset, text, isCut },
    ...more.map((each, index) => ({ offset: offset + 1 + index, text: each, isCut: false })),
  ]
    .filter((line) => line.offset >= from && line.offset < to)
    .map((line) => ({ ...line, number: null, isOpen: false }));
}

/** Returns the bounds of a view that was cleared at this time, or never. */
export function boundsOf(clearedAt: number | undefined, endsAt: number): ViewBounds {
  const from = clearedAt === undefined ? offsetOf(earliest, 0) : offsetOf(clearedAt, 0);
  return { from, to: Math.max(from, offsetOf(endsAt, 0)) };
}
