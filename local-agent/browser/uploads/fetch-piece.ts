import { createHash } from "node:crypto";
import type { TransferTarget } from "../../commands/send-bytes.ts";
import { Refused } from "../../refused.ts";

interface Piece {
  readonly address: string;
  readonly id: string;
  readonly length: number;
  readonly sha256: string;
}

/** Fetches bytes from a one-time address. Only the service gets this host's credential: elsewhere the address is proof enough. */
export async function fetchPiece(
  { address, id, length, sha256 }: Piece,
  transferTarget: TransferTarget,
): Promise<Buffer> {
  const isOurs = !URL.canParse(address);
  const target = isOurs ? new URL(address, transferTarget.linkAddress.replace(/^ws/, "http")) : new URL(address);
  const answer = await fetch(target, {
    headers: isOurs ? { Authorization: transferTarget.authorization(id) } : {},
    redirect: "error",
  });
  if (!answer.ok || answer.body === null) {
    await answer.body?.cancel();
    throw new Refused("failed", `the bytes were not there: HTTP ${answer.status}`);
  }
  const bytes = Buffer.alloc(length);
  let filled = 0;
  for await (const chunk of answer.body) {
    if (filled + chunk.length > length) throw new Refused("failed", "there were more bytes than were said");
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  if (filled < length || createHash("sha256").update(bytes).digest("base64url") !== sha256)
    throw new Refused("failed", "the bytes did not come whole");
  return bytes;
}
