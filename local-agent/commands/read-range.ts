import type { FileHandle } from "node:fs/promises";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import { withFile } from "../disk/host-location.ts";
import type { Host } from "../host.ts";

export async function readRange(
  host: Host,
  { start, length, ...location }: FieldsOf<"file.readRange">,
): Promise<ReplyOf<"file.readRange">> {
  return withFile(host, location, async (handle) => {
    const { size } = await handle.stat();
    return { bytes: (await bytesAt(handle, start, length)).toString("base64"), sizeBytes: size };
  });
}

/** Returns the existing bytes in this range. */
export async function bytesAt(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
