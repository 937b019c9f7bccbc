import { createHash } from "node:crypto";
import type { OpenLog } from "#shared/ports/logs/log-source.ts";
import type { Position } from "../log-reader.ts";

/** How much of a log's beginning tells it from another: an inode is given again soon. Bytes. */
const headBytes = 256;

/** The beginning of a log, as it is now. */
export interface Head {
  readonly headBytes: number;
  readonly head: string;
}

export async function headOf(log: OpenLog, length = headBytes): Promise<Head> {
  const bytes = (await beginningOf(log)).subarray(0, Math.min(length, log.sizeBytes));
  return { headBytes: bytes.length, head: createHash("sha256").update(bytes).digest("base64url").slice(0, 22) };
}

/** Read once for as long as the log is open: each look compares it, and names places with it. */
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

/** Whether this is the log of an earlier look, grown or not: neither another file, nor emptied and written again. */
export async function isSameLog(log: OpenLog, seen: Position): Promise<boolean> {
  if (log.id !== seen.id || log.sizeBytes < Math.max(seen.offset, seen.headBytes)) return false;
  const { head } = await headOf(log, seen.headBytes);
  return head === seen.head;
}
