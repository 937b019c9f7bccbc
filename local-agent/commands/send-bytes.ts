import type { Readable } from "node:stream";
import { Refused } from "../refused.ts";
import { type OneTimeAddress, oneTimeCall, type TransferTarget } from "./one-time-call.ts";

/** Sends bytes to a one-time address. @throws Refused if they aren't accepted, and errors of reading them */
export async function sendBytes(
  bytes: Readable,
  sizeBytes: number,
  address: OneTimeAddress,
  transferTarget: TransferTarget,
): Promise<void> {
  try {
    const answer = await oneTimeCall(address, transferTarget, { bytes, sizeBytes });
    const { statusCode = 0 } = answer;
    if (statusCode < 200 || statusCode > 299) {
      answer.destroy();
      throw new Refused("failed", `the data was rejected: HTTP ${statusCode}`);
    }
    for await (const _ of answer);
  } finally {
    // Closes the source if not everything was read.
    bytes.destroy();
  }
}
