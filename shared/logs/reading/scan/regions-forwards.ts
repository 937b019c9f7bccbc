import type { OpenLog } from "#shared/ports/logs/log-source.ts";
import type { LogFormat } from "../../format/format.ts";
import { beginsAt, firstBlockBytes, longestRecordBytes, type Region, stampBytes } from "./regions.ts";

/** Yields a log from an offset to its end, in growing pieces of whole records, so that close matches are cheap. */
export async function* regionsForwards(
  log: OpenLog,
  format: LogFormat,
  from: number,
  maxBytes: number,
): AsyncGenerator<Region> {
  let rest: Buffer = Buffer.alloc(0);
  let length = Math.min(firstBlockBytes, maxBytes);
  for (let at = from; at < log.sizeBytes; ) {
    const block = await log.read(at, Math.min(length, log.sizeBytes - at));
    if (block.length === 0) return;
    at += block.length;
    length = Math.min(length * 2, maxBytes);
    const bytes = Buffer.concat([rest, block]);
    const end = at >= log.sizeBytes ? bytes.length : lastRecord(bytes, format);
    if (end > 0) yield { bytes: bytes.subarray(0, end), offset: at - bytes.length };
    rest = bytes.subarray(end);
  }
}

/** Returns the index of the last record, which can continue in the next block. 0 if there is only one record. */
function lastRecord(bytes: Buffer, format: LogFormat): number {
  // A line begins a record if it has a complete time stamp.
  let start = bytes.lastIndexOf(0x0a, bytes.length - stampBytes) + 1;
  for (; start > 0; start = start < 2 ? 0 : bytes.lastIndexOf(0x0a, start - 2) + 1)
    if (beginsAt(bytes, start, format)) return start;
  if (bytes.length < longestRecordBytes) return 0;
  const line = bytes.lastIndexOf(0x0a) + 1;
  return line > 0 ? line : bytes.length;
}
