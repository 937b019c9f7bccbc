import type { OpenLog } from "#shared/ports/logs/log-source.ts";
import type { IndexState, Position } from "../log-reader.ts";
import { headOf, isSameLog, positionAt } from "./position.ts";

/** Distance between two marks. Lines. */
const linesPerMark = 1_000;
const blockBytes = 1024 * 1024;
/** Maximum number of cached indexes. The least recently used one is removed. */
const maxIndexes = 64;

/** Positions of a log's lines: a sparse list that grows with the file, and starts over if the file is replaced. */
export interface LineIndex extends IndexState {
  /** Counts until line `number` is included, or until `bytes` were read. */
  reach(log: OpenLog, number: number, bytes: number): Promise<void>;
  /** Counts up to an offset, if that needs no more than `bytes`. */
  cover(log: OpenLog, offset: number, bytes: number): Promise<void>;
  /** Returns the last known line at or before this one. */
  before(number: number): { readonly number: number; readonly offset: number };
  /** Returns the last known line that begins at or before this offset. */
  at(offset: number): { readonly number: number; readonly offset: number };
}

/** Caches the indexes of a place's logs. */
export function lineIndexes(): (log: OpenLog) => Promise<LineIndex> {
  const kept = new Map<string, { readonly seen: Position; readonly index: LineIndex }>();
  const indexOf = async (log: OpenLog): Promise<LineIndex> => {
    const known = kept.get(log.name);
    const isKnown =
      known !== undefined &&
      known.seen.headBytes > 0 &&
      (await isSameLog(log, { ...known.seen, offset: known.index.bytes }));
    const found = isKnown ? known : { seen: positionAt(log, await headOf(log), 0), index: lineIndex() };
    // Another reader has stored an index meanwhile. What it counted isn't counted again.
    if (kept.get(log.name) !== known) return isKnown ? found.index : indexOf(log);
    kept.delete(log.name);
    kept.set(log.name, found);
    const [oldest] = kept.keys();
    if (kept.size > maxIndexes && oldest !== undefined) kept.delete(oldest);
    return found.index;
  };
  return indexOf;
}

function lineIndex(): LineIndex {
  /** `marks[n]` is the offset of line `n * linesPerMark`. */
  const marks = [0];
  let lines = 0;
  let bytes = 0;

  const count = (block: Buffer): void => {
    for (let at = block.indexOf(0x0a); at >= 0; at = block.indexOf(0x0a, at + 1)) {
      lines += 1;
      if (lines % linesPerMark === 0) marks.push(bytes + at + 1);
    }
    bytes += block.length;
  };
  /** Block that is being read for the index. Simultaneous calls wait for the same one. */
  let reading: Promise<Buffer> | undefined;
  const read = async (log: OpenLog, to: number): Promise<Buffer> => {
    const block = await log.read(bytes, Math.min(blockBytes, to - bytes));
    count(block);
    return block;
  };
  const grow = async (log: OpenLog, to: number, isEnough: () => boolean): Promise<void> => {
    while (bytes < to && !isEnough()) {
      reading ??= read(log, to).finally(() => {
        reading = undefined;
      });
      if ((await reading).length === 0) return;
    }
  };
  const marked = (index: number) => ({ number: index * linesPerMark, offset: marks[index] ?? 0 });

  return {
    get lines() {
      return lines;
    },
    get bytes() {
      return bytes;
    },
    reach: (log, number, most) => grow(log, Math.min(log.sizeBytes, bytes + most), () => lines > number),
    async cover(log, offset, most) {
      if (offset - bytes <= most) await grow(log, Math.min(offset, log.sizeBytes), () => false);
    },
    before: (number) => marked(Math.min(Math.floor(number / linesPerMark), marks.length - 1)),
    at(offset) {
      let [low, high] = [0, marks.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((marks[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return marked(low);
    },
  };
}
