import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import { withFile } from "../disk/host-location.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { bytesAt } from "./read-range.ts";

const chunkBytes = 262_144;

/** The way to the service. */
export interface TransferTarget {
  /** Where the link is held. */
  readonly linkAddress: string;
  /** The header that proves who brings the bytes with this id. */
  authorization(id: string): string;
}

/** Brings a range of a file to a one-time address. Who brings it is told to the service alone: elsewhere the address says enough. */
export function sendRange(
  host: Host,
  { start, length, address, id, ...location }: FieldsOf<"file.sendRange">,
  transferTarget: TransferTarget,
): Promise<ReplyOf<"file.sendRange">> {
  return withFile(host, location, async (handle) => {
    const { size } = await handle.stat();
    const sentBytes = Math.max(0, Math.min(length, size - start));
    const isOurs = !URL.canParse(address);
    const target = isOurs ? new URL(address, transferTarget.linkAddress.replace(/^ws/, "http")) : new URL(address);
    const chunks = Readable.from(chunksOf(handle, start, sentBytes), { objectMode: false });
    const answer = await fetch(target, {
      method: "PUT",
      headers: {
        "Content-Length": String(sentBytes),
        ...(isOurs && { Authorization: transferTarget.authorization(id) }),
      },
      body: Readable.toWeb(chunks) as ReadableStream,
      duplex: "half",
      redirect: "error",
    } as RequestInit);
    await answer.arrayBuffer();
    if (!answer.ok) throw new Refused("failed", `the bytes were not taken: HTTP ${answer.status}`);
    return { sentBytes };
  });
}

async function* chunksOf(handle: FileHandle, start: number, length: number): AsyncGenerator<Uint8Array, void> {
  for (let sent = 0; sent < length; ) {
    const chunk = await bytesAt(handle, start + sent, Math.min(chunkBytes, length - sent));
    // A file that shrinks meanwhile must not look whole.
    if (chunk.length === 0) throw new Refused("in-use", "the file became shorter while it was read");
    sent += chunk.length;
    yield chunk;
  }
}
