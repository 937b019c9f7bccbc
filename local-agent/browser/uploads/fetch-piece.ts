import { createHash } from "node:crypto";
import { type OneTimeAddress, oneTimeCall, type TransferTarget } from "../../commands/one-time-call.ts";
import { Refused } from "../../refused.ts";

interface Piece extends OneTimeAddress {
  readonly length: number;
  readonly sha256: string;
}

/** Fetches bytes from a one-time address. @throws Refused if they are missing or different */
export async function fetchPiece(
  { length, sha256, ...address }: Piece,
  transferTarget: TransferTarget,
): Promise<Buffer> {
  const answer = await oneTimeCall(address, transferTarget);
  const { statusCode = 0 } = answer;
  if (statusCode < 200 || statusCode > 299) {
    answer.destroy();
    throw new Refused("failed", `couldn't fetch the data: HTTP ${statusCode}`);
  }
  const bytes = Buffer.alloc(length);
  let filled = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    if (filled + chunk.length > length) throw new Refused("failed", "more data than announced");
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  if (filled < length || createHash("sha256").update(bytes).digest("base64url") !== sha256)
    throw new Refused("failed", "less data than announced");
  return bytes;
}
