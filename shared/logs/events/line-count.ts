import type { LogEvents } from "#shared/ports/logs/log-events.ts";
import type { IndexState } from "../log-reader.ts";
import { recordsForwards } from "./event-records.ts";
import type { EventView } from "./event-view.ts";

/** A place is kept for every so many lines. */
const linesPerMark = 1_000;
/** What one call counts at most; further calls go on from there. */
const mostBytes = 16 * 1024 * 1024;

interface Mark {
  readonly number: number;
  readonly offset: number;
}

/** How many lines a view has from its beginning on, counted as far as a caller asked. */
export interface LineCount extends IndexState {
  /** Up to where they are counted. */
  readonly reached: number;
  /** Counts on until this line is among the counted, or a call has read enough. */
  reach(number: number): Promise<void>;
  /** The nearest known line at or before this one. */
  before(number: number): Mark;
}

/** Counts the lines of a view between two places; the end moves on with time. */
export function lineCount(events: LogEvents, view: EventView, from: number, end: () => number): LineCount {
  const marks: Mark[] = [{ number: 0, offset: from }];
  let [lines, bytes, reached] = [0, 0, from];
  let last = Promise.resolve();

  const grow = async (number: number): Promise<void> => {
    const stopsAt = bytes + mostBytes;
    for await (const stretch of recordsForwards(events, view, { from: reached, to: end() })) {
      for (const { offset, more } of stretch.records)
        for (let index = 0; index <= more.length; index += 1) {
          if (lines > 0 && lines % linesPerMark === 0) marks.push({ number: lines, offset: offset + index });
          lines += 1;
        }
      bytes += stretch.bytes;
      reached = stretch.reached;
      if (lines > number || bytes >= stopsAt) return;
    }
  };

  return {
    get lines() {
      return lines;
    },
    get bytes() {
      return bytes;
    },
    get reached() {
      return reached;
    },
    // One after the other: two that count the same lines would count them twice.
    reach(number) {
      const turn = last.then(() => (lines > number ? undefined : grow(number)));
      last = turn.catch(() => undefined); // The caller handles the error.
      return turn;
    },
    before: (number) =>
      marks[Math.min(Math.floor(number / linesPerMark), marks.length - 1)] ?? { number: 0, offset: from },
  };
}
