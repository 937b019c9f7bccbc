import { Readable } from "node:stream";
import type { TransferTarget } from "../commands/send-range.ts";
import { Refused } from "../refused.ts";

interface OneTimeAddress {
  readonly address: string;
  readonly id: string;
}

/** Brings bytes to a one-time address. Only the service gets this host's credential: elsewhere the address is proof enough. */
export async function sendBytes(
  bytes: Readable,
  sizeBytes: number,
  { address, id }: OneTimeAddress,
  transferTarget: TransferTarget,
): Promise<void> {
  const isOurs = !URL.canParse(address);
  const target = isOurs ? new URL(address, transferTarget.linkAddress.replace(/^ws/, "http")) : new URL(address);
  const answer = await fetch(target, {
    method: "PUT",
    headers: {
      "Content-Length": String(sizeBytes),
      ...(isOurs && { Authorization: transferTarget.authorization(id) }),
    },
    body: Readable.toWeb(bytes) as ReadableStream,
    duplex: "half",
    redirect: "error",
  } as RequestInit);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Refused("failed", `the bytes were not taken: HTTP ${answer.status}`);
}
