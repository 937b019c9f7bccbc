import type { OpenLog } from "#shared/ports/logs/log-source.ts";
import type { LogFormat } from "../../format/format.ts";
import { beginsAt, longestRecordBytes, type Region, regionsBackwards, stampBytes } from "./regions.ts";
import type { SearchText } from "./search-text.ts";

/** Block size. Two buffers serve the whole search. Bytes. */
const blockBytes = 2 * 1024 * 1024;
/** Number of bytes skipped before the caller learns the progress. */
const strideBytes = 64 * 1024 * 1024;
const probeBytes = 4 * 1024;

/** Yields a log from a record's end back to its beginning, without most of the parts that don't contain a text. */
export async function* sparseRegions(
  log: OpenLog,
  format: LogFormat,
  to: number,
  maxBytes: number,
  text: SearchText,
): AsyncGenerator<Region> {
  let blocks: Blocks | undefined;
  try {
    for (let at = to; at > 0; ) {
      for await (const region of regionsBackwards(log, format, at, maxBytes)) {
        yield region;
        at = region.offset;
        if (!text.isIn(region.bytes)) break;
      }
      if (at === 0) return;
      blocks ??= takenBlocks();
      const passed = await passOver(log, at, text, blocks);
      if (passed === undefined) return;
      // Records that begin before this offset are still whole in the next region.
      at = passed === 0 ? 0 : await recordFrom(log, format, passed, at);
    }
  } finally {
    spare = blocks ?? spare;
  }
}

/** Buffers of a finished search, reused by the next one. The garbage collector would keep those of a few searches for a while. */
let spare: Blocks | undefined;

function takenBlocks(): Blocks {
  const taken = spare ?? [Buffer.allocUnsafe(blockBytes), Buffer.allocUnsafe(blockBytes)];
  spare = undefined;
  return taken;
}

/**
 * Returns the offset after the last match, or one stride further back if there is none. Undefined if the log has become shorter. The
 * next block is read while one is searched, because no system reads ahead backwards.
 */
async function passOver(log: OpenLog, to: number, text: SearchText, blocks: Blocks): Promise<number | undefined> {
  const overlap = text.length - 1;
  const last = Math.max(0, to - strideBytes);
  let turn = 0;
  const ask = (at: number): BlockRead => {
    const from = Math.max(0, at - (blockBytes - overlap));
    const block = blocks[turn++ % 2 === 0 ? 0 : 1];
    // A find can begin in this block and end in the following one.
    const wanted = block.subarray(0, Math.min(at + overlap, log.sizeBytes) - from);
    return { from, bytes: log.readInto(wanted, from).then((length) => wanted.subarray(0, length)) };
  };
  for (let asked = ask(to); ; ) {
    const { from } = asked;
    const bytes = await asked.bytes;
    const next = from > last ? ask(from) : undefined;
    const found = text.lastIn(bytes);
    if (found >= 0 || bytes.length === 0) {
      // The next reader reuses this block.
      await next?.bytes;
      return bytes.length === 0 ? undefined : Math.min(to, from + found + text.length);
    }
    if (next === undefined) return from;
    asked = next;
  }
}

/** Two buffers: one is filled while the other is searched. */
type Blocks = readonly [Buffer, Buffer];

interface BlockRead {
  readonly from: number;
  readonly bytes: Promise<Buffer>;
}

/** Returns the offset of the first record at or after an offset, or `limit`. */
async function recordFrom(log: OpenLog, format: LogFormat, from: number, limit: number): Promise<number> {
  for (let at = from; at < Math.min(limit, from + longestRecordBytes); ) {
    // A line is known to begin only after a line ending.
    const bytes = await log.read(at - 1, probeBytes + stampBytes);
    for (
      let start = bytes.indexOf(0x0a) + 1;
      start > 0 && start <= probeBytes;
      start = bytes.indexOf(0x0a, start) + 1
    ) {
      if (at - 1 + start >= limit) return limit;
      if (start < bytes.length && beginsAt(bytes, start, format)) return at - 1 + start;
    }
    if (bytes.length <= probeBytes) return limit;
    at += probeBytes;
  }
  // No log has lines this long, so it is split anywhere.
  return Math.min(limit, from + longestRecordBytes);
}
