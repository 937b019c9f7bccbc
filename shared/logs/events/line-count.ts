import type { LogEvents } from "#shared/ports/logs/log-events.ts";
import type { IndexState } from "../log-reader.ts";
import { recordsForwards } from "./event-records.ts";
import type { EventView } from "./event-view.ts";

/** Distance between two marks. Lines. */
const linesPerMark = 1_000;
/** Maximum number of bytes counted per call; further calls continue from there. */
const maxBytes = 16 * 1024 * 1024;

interface Mark {
  readonly number: number;
  readonly offset: number;
}

/** Number of a view's lines, counted as far as callers have asked. */
export interface LineCount extends IndexState {
  /** Offset up to which lines are counted. */
  readonly reached: number;
  /** Counts until this line is included, or until one call has read enough. */
  reach(number: number): Promise<void>;
  /** Returns the last mark at or before this line. */
  before(number: number): Mark;
}

/** Counts the lines of a view between two offsets. The end moves with time. */
export function lineCount(events: LogEvents, view: EventView, from: number, end: () => number): LineCount {
  const marks: Mark[] = [{ number: 0, offset: from }];
  let [lines, bytes, reached] = [0, 0, from];
  let last = Promise.resolve();

  const grow = async (number: number): Promise<void> => {
    const stopsAt = bytes + maxBytes;
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
    // Sequentially: two counts of the same lines would count them twice.
    reach(number) {
      const turn = last.then(() => (lines > number ? undefined : grow(number)));
      last = turn.catch(() => undefined); // The caller handles the error.
      return turn;
    },
    before: (number) =>
      marks[Math.min(Math.floor(number / linesPerMark), marks.length - 1)] ?? { number: 0, offset: from },
  };
}
