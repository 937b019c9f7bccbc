import type { Readable } from "node:stream";
import { Refused } from "../refused.ts";
import { type OneTimeAddress, oneTimeCall, type TransferTarget } from "./one-time-call.ts";

/** Brings bytes to a one-time address. @throws Refused where they are not taken, and what reading them throws */
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
      throw new Refused("failed", `the bytes were not taken: HTTP ${statusCode}`);
    }
    for await (const _ of answer);
  } finally {
    // Where nobody took them to their end, what they are read from is closed.
    bytes.destroy();
  }
}
