import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { request as httpRequest } from "#shared/node/node-http.ts";

/** The way to the service. */
export interface TransferTarget {
  /** Where the link is held. */
  readonly linkAddress: string;
  /** The header that proves who brings or fetches the bytes with this id. */
  authorization(id: string): string;
}

export interface OneTimeAddress {
  /** A path of the service's, or a whole address elsewhere, such as of a bucket. */
  readonly address: string;
  readonly id: string;
}

interface Brought {
  readonly bytes: Readable;
  readonly sizeBytes: number;
}

/** A connection on which nothing moves for so long is given up. Milliseconds. */
const silentMs = 300_000;

/**
 * Fetches from a one-time address, or brings bytes to it. The service alone learns which agent calls: elsewhere the address is proof enough. No
 * redirect is followed.
 *
 * By `node:http` and not by `fetch`, which makes streams of another kind of each piece: 40 MB of them while gigabytes pass.
 * @returns the head of the answer; its body is the caller's to read
 */
export function oneTimeCall(
  { address, id }: OneTimeAddress,
  { linkAddress, authorization }: TransferTarget,
  brought?: Brought,
): Promise<IncomingMessage> {
  const isOurs = !URL.canParse(address);
  const target = isOurs ? new URL(address, linkAddress.replace(/^ws/, "http")) : new URL(address);
  const headers = {
    ...(isOurs && { Authorization: authorization(id) }),
    ...(brought !== undefined && { "Content-Length": brought.sizeBytes }),
  };
  return new Promise((resolve, reject) => {
    const call = (target.protocol === "https:" ? httpsRequest : httpRequest)(target, {
      method: brought === undefined ? "GET" : "PUT",
      headers,
    });
    call.setTimeout(silentMs, () => call.destroy(new Error("nothing moved for five minutes")));
    call.on("response", resolve);
    call.on("error", reject);
    if (brought === undefined) call.end();
    // Where an answer came before the end, it is what counts.
    else pipeline(brought.bytes, call, (error) => error && reject(error));
  });
}
