import type { OpenLog } from "#shared/ports/logs/log-source.ts";
import type { LinesPage, LinesQuery, NumberedLine } from "../log-reader.ts";
import type { LineIndex } from "./line-index.ts";
import { lineText } from "./line-text.ts";
import { pageOf } from "./page.ts";
import { headOf, isSameLog, positionAt } from "./position.ts";
import { splitLines } from "./split-lines.ts";

const blockBytes = 64 * 1024;
/** Maximum number of bytes read for a page, so that endless lines don't fill the memory. */
const maxPageBytes = 8 * 1024 * 1024;
/** Maximum number of bytes counted per call to find a line by its number; further calls continue from there. */
const reachBytes = 512 * 1024 * 1024;
/** Maximum number of bytes counted to number lines that were found by position. */
const coverBytes = 4 * 1024 * 1024;

type FoundLine = Omit<NumberedLine, "number">;

/** Lines from one position (inclusive) to another (exclusive). */
interface Stretch {
  readonly lines: readonly FoundLine[];
  readonly start: number;
  readonly end: number;
  /** Number of the first line, if it was requested by number. */
  readonly number?: number;
}

/** Reads the selected lines, and no more of the file than necessary. */
export async function readLines(log: OpenLog, index: LineIndex, query: LinesQuery): Promise<LinesPage> {
  const named = query.before ?? query.after;
  const isRotated = named !== undefined && !(await isSameLog(log, named));
  const { id, name, sizeBytes, modifiedAt } = log;
  const stretch = await queriedLines(log, index, isRotated ? { count: query.count } : query);
  const head = await headOf(log);
  return {
    file: { id, name, sizeBytes, modifiedAt },
    lines: await numbered(log, index, stretch),
    start: positionAt(log, head, stretch.start),
    end: positionAt(log, head, continuesAt(stretch)),
    isRotated,
    index: { lines: index.lines, bytes: index.bytes },
  };
}

async function queriedLines(log: OpenLog, index: LineIndex, query: LinesQuery): Promise<Stretch> {
  const { number, offset, before, after, count } = query;
  if (number !== undefined) {
    await index.reach(log, number + 1, reachBytes);
    if (number > index.lines) return { lines: [], start: index.bytes, end: index.bytes };
    const mark = index.before(number);
    return { ...(await forwards(log, mark.offset, count, number - mark.number)), number };
  }
  if (offset !== undefined) return forwards(log, await lineStartAt(log, offset), count, 0);
  if (after !== undefined) return forwards(log, after.offset, count, 0);
  return backwards(log, before?.offset ?? log.sizeBytes, count);
}

/** Returns the offset of the line that contains a byte. */
async function lineStartAt(log: OpenLog, offset: number): Promise<number> {
  for (let to = Math.min(offset, log.sizeBytes); to > 0; ) {
    const from = Math.max(0, to - blockBytes);
    const ending = (await log.read(from, to - from)).lastIndexOf(0x0a);
    if (ending >= 0) return from + ending + 1;
    to = from;
  }
  return 0;
}

/** Reads lines from an offset on, after skipping some, which are counted but not parsed. */
async function forwards(log: OpenLog, from: number, count: number, skip: number): Promise<Stretch> {
  const page = pageOf<FoundLine>(count);
  const block = Buffer.allocUnsafe(Math.max(0, Math.min(blockBytes, log.sizeBytes - from)));
  let [skipped, start, lineStart, reached] = [0, from, from, from];
  /** Parts of the line from earlier blocks. */
  let begun: Buffer[] = [];
  for (let at = from; at < Math.min(log.sizeBytes, start + maxPageBytes); ) {
    const bytes = block.subarray(0, await log.readInto(block, at));
    if (bytes.length === 0) break;
    let first = 0;
    for (; skipped < skip && first < bytes.length; first += 1) {
      first = bytes.indexOf(0x0a, first);
      if (first < 0) break;
      skipped += 1;
      start = lineStart = at + first + 1;
    }
    if (skipped < skip) start = lineStart = at + bytes.length;
    else
      for (const { start: begin, end } of splitLines(bytes.subarray(first))) {
        const piece = bytes.subarray(first + begin, first + end);
        if (piece.at(-1) !== 0x0a && at + first + end < log.sizeBytes) {
          begun.push(Buffer.from(piece)); // Copied, because the block is reused.
          continue;
        }
        const line = foundLine(begun.length === 0 ? piece : Buffer.concat([...begun, piece]), lineStart);
        if (!page.take(line)) return { lines: page.lines, start, end: lineStart };
        begun = [];
        lineStart = at + first + end;
      }
    at += bytes.length;
    reached = at;
  }
  // An endless line is shown cut; the next page begins after what was read of it.
  if (page.lines.length === 0 && begun.length > 0) {
    page.take({ ...lineText(Buffer.concat(begun), lineStart), isOpen: false });
    lineStart = reached;
  }
  return { lines: page.lines, start, end: lineStart };
}

async function backwards(log: OpenLog, to: number, count: number): Promise<Stretch> {
  const page = pageOf<FoundLine>(count);
  let [start, reached] = [to, to];
  let rest: Buffer = Buffer.alloc(0);
  for (let at = to; at > 0 && to - at < maxPageBytes; ) {
    const length = Math.min(blockBytes, at);
    at -= length;
    const bytes = Buffer.concat([await log.read(at, length), rest]);
    const found = splitLines(bytes);
    const first = at === 0 ? 0 : 1; // The first line may have begun before this block.
    for (const span of found.slice(first).reverse()) {
      const line = foundLine(bytes.subarray(span.start, span.end), at + span.start);
      if (!page.take(line)) return { lines: page.lines.toReversed(), start, end: to };
      start = line.offset;
    }
    rest = bytes.subarray(0, found[0]?.end ?? 0);
    reached = at;
  }
  if (page.lines.length === 0 && rest.length > 0) {
    page.take({ ...lineText(rest, reached), isOpen: false });
    start = reached;
  }
  return { lines: page.lines.toReversed(), start, end: to };
}

function foundLine(bytes: Buffer, offset: number): FoundLine {
  return { ...lineText(bytes, offset), isOpen: bytes.at(-1) !== 0x0a };
}

/** Returns the offset to continue from. A line that is still growing is shown, and again when it is complete. */
function continuesAt({ lines, end }: Stretch): number {
  const last = lines.at(-1);
  return last?.isOpen ? last.offset : end;
}

async function numbered(log: OpenLog, index: LineIndex, stretch: Stretch): Promise<readonly NumberedLine[]> {
  const { lines } = stretch;
  const [first] = lines;
  if (first === undefined) return [];
  const number = stretch.number ?? (await numberOf(log, index, first.offset));
  return lines.map((line, index) => ({ ...line, number: number === undefined ? null : number + index }));
}

async function numberOf(log: OpenLog, index: LineIndex, offset: number): Promise<number | undefined> {
  await index.cover(log, offset, coverBytes);
  if (index.bytes < offset) return undefined;
  const mark = index.at(offset);
  let number = mark.number;
  for (let at = mark.offset; at < offset; ) {
    const block = await log.read(at, Math.min(blockBytes, offset - at));
    if (block.length === 0) return undefined;
    for (let found = block.indexOf(0x0a); found >= 0; found = block.indexOf(0x0a, found + 1)) number += 1;
    at += block.length;
  }
  return number;
}
