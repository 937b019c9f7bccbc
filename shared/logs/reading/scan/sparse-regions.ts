import type { OpenLog } from "#shared/ports/logs/log-source.ts";
import type { LogFormat } from "../../format/format.ts";
import { beginsAt, longestRecordBytes, type Region, regionsBackwards, stampBytes } from "./regions.ts";
import type { SearchText } from "./search-text.ts";

/** What is looked through at once; two buffers serve for all of it. */
const blockBytes = 2 * 1024 * 1024;
/** So much is passed over before the caller learns how far the search is. */
const strideBytes = 64 * 1024 * 1024;
const probeBytes = 4 * 1024;

/** A log from a record's end back to its beginning, without most of what does not hold a text. */
export async function* sparseRegions(
  log: OpenLog,
  format: LogFormat,
  to: number,
  mostBytes: number,
  text: SearchText,
): AsyncGenerator<Region> {
  let blocks: Blocks | undefined;
  try {
    for (let at = to; at > 0; ) {
      for await (const region of regionsBackwards(log, format, at, mostBytes)) {
        yield region;
        at = region.offset;
        if (!text.isIn(region.bytes)) break;
      }
      if (at === 0) return;
      blocks ??= takenBlocks();
      const passed = await passOver(log, at, text, blocks);
      if (passed === undefined) return;
      // Records that begin before this place are still whole in the next region.
      at = passed === 0 ? 0 : await recordFrom(log, format, passed, at);
    }
  } finally {
    spare = blocks ?? spare;
  }
}

/** The blocks of a search that is over, for the next one: left to the collector, those of a few searches would stay for a while. */
let spare: Blocks | undefined;

function takenBlocks(): Blocks {
  const taken = spare ?? [Buffer.allocUnsafe(blockBytes), Buffer.allocUnsafe(blockBytes)];
  spare = undefined;
  return taken;
}

/**
 * The place behind the last find, or a stride further back where there is none; undefined where the log is shorter than it was. While one
 * block is looked through the next one is read: no system reads ahead for who goes backwards.
 */
async function passOver(log: OpenLog, to: number, text: SearchText, blocks: Blocks): Promise<number | undefined> {
  const overlap = text.length - 1;
  const last = Math.max(0, to - strideBytes);
  let turn = 0;
  const ask = (at: number): Asked => {
    const from = Math.max(0, at - (blockBytes - overlap));
    const block = blocks[turn++ % 2 === 0 ? 0 : 1];
    // A find may begin in this block and end in the one behind it.
    const wanted = block.subarray(0, Math.min(at + overlap, log.sizeBytes) - from);
    return { from, bytes: log.readInto(wanted, from).then((length) => wanted.subarray(0, length)) };
  };
  for (let asked = ask(to); ; ) {
    const { from } = asked;
    const bytes = await asked.bytes;
    const next = from > last ? ask(from) : undefined;
    const found = text.lastIn(bytes);
    if (found >= 0 || bytes.length === 0) {
      // The next reader uses its block again.
      await next?.bytes;
      return bytes.length === 0 ? undefined : Math.min(to, from + found + text.length);
    }
    if (next === undefined) return from;
    asked = next;
  }
}

/** Two, of which one is read into while the other is looked through. */
type Blocks = readonly [Buffer, Buffer];

interface Asked {
  readonly from: number;
  readonly bytes: Promise<Buffer>;
}

/** Where the first record begins at or behind a place, or `limit`. */
async function recordFrom(log: OpenLog, format: LogFormat, from: number, limit: number): Promise<number> {
  for (let at = from; at < Math.min(limit, from + longestRecordBytes); ) {
    // Only behind an ending is it known that a line begins.
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
  // No log has lines as long as this: it is taken apart anywhere.
  return Math.min(limit, from + longestRecordBytes);
}
