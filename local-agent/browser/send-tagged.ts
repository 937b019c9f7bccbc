import { Readable } from "node:stream";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import type { TransferTarget } from "../commands/one-time-call.ts";
import { bytesAt } from "../commands/read-range.ts";
import { sendBytes } from "../commands/send-bytes.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { checkTag, tagOf } from "./entry.ts";
import { withOpenFile } from "./folder.ts";

const chunkBytes = 262_144;

/** Sends a range of a file to a one-time address, if it is still the version that the caller has seen. */
export function sendTagged(
  host: Host,
  { tag, start, length, address, id, ...location }: FieldsOf<"browser.sendRange">,
  transferTarget: TransferTarget,
): Promise<ReplyOf<"browser.sendRange">> {
  return withOpenFile(host, location, async (file) => {
    const stats = await file.stat({ bigint: true });
    checkTag(tagOf(stats), tag);
    const sentBytes = Math.max(0, Math.min(length, Number(stats.size) - start));
    async function* chunks(): AsyncGenerator<Uint8Array, void> {
      for (let sent = 0; sent < sentBytes; ) {
        const chunk = await bytesAt(file, start + sent, Math.min(chunkBytes, sentBytes - sent));
        if (chunk.length === 0) throw new Refused("changed", "the file became shorter while it was being read");
        sent += chunk.length;
        yield chunk;
      }
    }
    await sendBytes(Readable.from(chunks(), { objectMode: false }), sentBytes, { address, id }, transferTarget);
    return { sentBytes };
  });
}
