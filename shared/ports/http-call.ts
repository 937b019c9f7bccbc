import type { Readable, Writable } from "node:stream";

/** Stream for a response: a socket's response on one machine, the response stream or a collected response on Lambda. */
export interface AnswerStream extends Writable {
  writeHead(status: number, headers: string[]): unknown;
  /** Maximum size of the body in bytes. Undefined: unlimited. */
  readonly maxBytes?: number;
}

/** HTTP request as every entry point passes it on: nothing is parsed or collected. */
export interface HttpCall {
  readonly requestId: string;
  readonly method: string;
  /** Request target after the service prefix, byte for byte: `/fmi/data/…?…`. */
  readonly target: string;
  /** Alternating names and values, as received. */
  readonly headers: readonly string[];
  readonly body: Readable;
  readonly answer: AnswerStream;
  /** Address of the client, behind trusted proxies. */
  readonly address: string;
  readonly fromTrustedProxy: boolean;
  /** True if a program on this machine sent it, not through a proxy. */
  isFromThisMachine(): boolean;
  /** Prefix that the caller used, for URLs in the response. */
  readonly prefix: string;
}

/** Function of the API, called by its entry point. Resolves when the response has been sent. */
export type Handler = (call: HttpCall) => Promise<void>;
