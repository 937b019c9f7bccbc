import { createHash } from "node:crypto";
import type { OpenLog } from "#shared/ports/logs/log-source.ts";
import type { Position } from "../log-reader.ts";

/** Number of bytes at a log's beginning that identify it: inodes are reused soon. */
const headBytes = 256;

/** Beginning of a log, as it is now. */
export interface Head {
  readonly headBytes: number;
  readonly head: string;
}

export async function headOf(log: OpenLog, length = headBytes): Promise<Head> {
  const bytes = (await beginningOf(log)).subarray(0, Math.min(length, log.sizeBytes));
  return { headBytes: bytes.length, head: createHash("sha256").update(bytes).digest("base64url").slice(0, 22) };
}

/** Read once while the log is open: every read compares it and uses it in positions. */
const beginnings = new WeakMap<OpenLog, Promise<Buffer>>();

function beginningOf(log: OpenLog): Promise<Buffer> {
  const known = beginnings.get(log);
  if (known !== undefined) return known;
  const read = log.read(0, Math.min(headBytes, log.sizeBytes));
  beginnings.set(log, read);
  return read;
}

export function positionAt(log: OpenLog, head: Head, offset: number): Position {
  return { id: log.id, offset, ...head };
}

/** True if this is the log of an earlier read, grown or not. False if it was replaced, or cleared and written again. */
export async function isSameLog(log: OpenLog, seen: Position): Promise<boolean> {
  if (log.id !== seen.id || log.sizeBytes < Math.max(seen.offset, seen.headBytes)) return false;
  const { head } = await headOf(log, seen.headBytes);
  return head === seen.head;
}
