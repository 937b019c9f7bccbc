import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { request as httpRequest } from "#shared/node/node-http.ts";

/** Connection to the service for transfers. */
export interface TransferTarget {
  /** Address of the link. */
  readonly linkAddress: string;
  /** Returns the header that authenticates a transfer with this ID. */
  authorization(id: string): string;
}

export interface OneTimeAddress {
  /** Path on the service, or a complete URL elsewhere, such as in a bucket. */
  readonly address: string;
  readonly id: string;
}

interface Brought {
  readonly bytes: Readable;
  readonly sizeBytes: number;
}

/** Milliseconds without traffic after which a connection is closed. */
const silentMs = 300_000;

/**
 * Fetches from a one-time address, or sends bytes to it. Only calls to the service are signed by the agent: elsewhere the address is
 * sufficient. Follows no redirects. Uses `node:http`, because `fetch` wraps each piece in another kind of stream, which takes 40 MB while
 * gigabytes pass.
 * @returns the head of the response; the caller must read its body
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
    call.setTimeout(silentMs, () => call.destroy(new Error("no data for five minutes")));
    call.on("response", resolve);
    call.on("error", reject);
    if (brought === undefined) call.end();
    // A response that arrives before all bytes are sent is final.
    else pipeline(brought.bytes, call, (error) => error && reject(error));
  });
}
