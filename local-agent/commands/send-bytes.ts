import { Readable } from "node:stream";
import { Refused } from "../refused.ts";

/** The way to the service. */
export interface TransferTarget {
  /** Where the link is held. */
  readonly linkAddress: string;
  /** The header that proves who brings the bytes with this id. */
  authorization(id: string): string;
}

interface OneTimeAddress {
  readonly address: string;
  readonly id: string;
}

/** Brings bytes to a one-time address. The service alone learns which agent brings them: elsewhere the address is proof enough. */
export async function sendBytes(
  bytes: Readable,
  sizeBytes: number,
  { address, id }: OneTimeAddress,
  transferTarget: TransferTarget,
): Promise<void> {
  const isOurs = !URL.canParse(address);
  const target = isOurs ? new URL(address, transferTarget.linkAddress.replace(/^ws/, "http")) : new URL(address);
  try {
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
  } finally {
    // Where nobody took them to their end, what they are read from is closed.
    bytes.destroy();
  }
}
