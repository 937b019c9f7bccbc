import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import { withFile } from "../disk/host-location.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import type { TransferTarget } from "./one-time-call.ts";
import { bytesAt } from "./read-range.ts";
import { sendBytes } from "./send-bytes.ts";

const chunkBytes = 262_144;

/** Sends a range of a file to a one-time address. */
export function sendRange(
  host: Host,
  { start, length, address, id, ...location }: FieldsOf<"file.sendRange">,
  transferTarget: TransferTarget,
): Promise<ReplyOf<"file.sendRange">> {
  return withFile(host, location, async (handle) => {
    const { size } = await handle.stat();
    const sentBytes = Math.max(0, Math.min(length, size - start));
    const chunks = Readable.from(chunksOf(handle, start, sentBytes), { objectMode: false });
    await sendBytes(chunks, sentBytes, { address, id }, transferTarget);
    return { sentBytes };
  });
}

async function* chunksOf(handle: FileHandle, start: number, length: number): AsyncGenerator<Uint8Array, void> {
  for (let sent = 0; sent < length; ) {
    const chunk = await bytesAt(handle, start + sent, Math.min(chunkBytes, length - sent));
    // A file that shrinks meanwhile must not look complete.
    if (chunk.length === 0) throw new Refused("in-use", "the file became shorter while it was being read");
    sent += chunk.length;
    yield chunk;
  }
}
