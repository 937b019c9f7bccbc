import type { Readable, Writable } from "node:stream";

/** Where an answer goes as it comes: a socket's response on one machine, the response stream or a collected answer on Lambda. */
export interface AnswerStream extends Writable {
  writeHead(status: number, headers: string[]): unknown;
}

/** One HTTP request as every entry point hands it over, and the only one behind them: nothing is parsed and nothing is collected. */
export interface HttpCall {
  readonly requestId: string;
  readonly method: string;
  /** Behind the service prefix, byte for byte as it came: `/fmi/data/…?…`. */
  readonly target: string;
  /** Alternating names and values, as they came. */
  readonly headers: readonly string[];
  readonly body: Readable;
  readonly answer: AnswerStream;
  /** The client's address, proxies taken into account. */
  readonly address: string;
  readonly fromTrustedProxy: boolean;
  /** Whether a program on this very machine has sent it, through no proxy. */
  isFromThisMachine(): boolean;
  /** The prefix that the caller used, for addresses in the answer. */
  readonly prefix: string;
}

/** What every function of the API is behind its entry point. Resolves when the answer is through. */
export type Handler = (call: HttpCall) => Promise<void>;
