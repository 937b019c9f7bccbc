import type { OpenLog } from "#shared/ports/logs/log-source.ts";
import type { LogFormat } from "../../format/format.ts";

export const firstBlockBytes = 64 * 1024;
/** Longer records are split: a file may not be a log at all. Bytes. */
export const longestRecordBytes = 1024 * 1024;

/** Whole records of a log and their offset. */
export interface Region {
  readonly bytes: Buffer;
  readonly offset: number;
}

/** Yields a log from a record's end back to its beginning, in growing pieces, so that close matches are cheap. */
export async function* regionsBackwards(
  log: OpenLog,
  format: LogFormat,
  to: number,
  maxBytes: number,
): AsyncGenerator<Region> {
  let rest: Buffer = Buffer.alloc(0);
  let length = Math.min(firstBlockBytes, maxBytes);
  for (let at = to; at > 0; ) {
    const block = await log.read(Math.max(0, at - length), Math.min(length, at));
    if (block.length === 0) return;
    at = Math.max(0, at - length);
    length = Math.min(length * 2, maxBytes);
    const bytes = rest.length === 0 ? block : Buffer.concat([block, rest]);
    const start = at === 0 ? 0 : firstRecord(bytes, format, block.length);
    if (start === undefined) {
      rest = bytes;
      continue;
    }
    if (start < bytes.length) yield { bytes: bytes.subarray(start), offset: at + start };
    rest = bytes.subarray(0, start);
  }
}

/** Returns the index of the first whole record. Undefined if none begins within the new bytes. */
function firstRecord(bytes: Buffer, format: LogFormat, newBytes: number): number | undefined {
  for (let start = bytes.indexOf(0x0a) + 1; start > 0 && start <= newBytes; start = bytes.indexOf(0x0a, start) + 1)
    if (start < bytes.length && beginsAt(bytes, start, format)) return start;
  if (bytes.length < longestRecordBytes) return undefined;
  const line = bytes.indexOf(0x0a) + 1;
  return line > 0 && line < bytes.length ? line : 0;
}

/** Number of bytes needed to recognize a time stamp. */
export const stampBytes = 48;

/** True if the line that begins here begins a record. */
export function beginsAt(bytes: Buffer, start: number, format: LogFormat): boolean {
  const from = bytes[start] === 0xef && bytes[start + 1] === 0xbb ? start + 3 : start;
  return format.begins(bytes.toString("latin1", from, Math.min(from + stampBytes, bytes.length)));
}
