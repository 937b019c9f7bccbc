import type { Readable, Writable } from "node:stream";
import type { Visitor } from "../contract/rate-limit.ts";

/** Where an answer goes as it comes: a socket's response on one machine, the response stream on Lambda. */
export interface AnswerStream extends Writable {
  writeHead(status: number, headers: string[]): unknown;
}

/** One call to a proxy, as its edge hands it over: nothing is parsed and nothing is collected. */
export interface ProxyCall {
  readonly requestId: string;
  readonly method: string;
  /** Behind the service prefix, byte for byte as it came: `/fmi/data/…?…`. */
  readonly target: string;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  readonly body: Readable;
  readonly answer: AnswerStream;
  /** The client's address, proxies taken into account. */
  readonly address: string;
  readonly fromTrustedProxy: boolean;
  /** The prefix that the caller used, for addresses in the answer. */
  readonly prefix: string;
}

/** How a proxied call went, for the log. */
export interface ProxyOutcome {
  /** Whoever calls, for checks of credentials that the call brings. */
  readonly visitor: Visitor;
  status: number;
  /** Bytes of the answer's body, as sent to the caller. */
  sentBytes: number;
  keyId: number | undefined;
  /** Name of our own error, where it was we who refused. */
  error: string | undefined;
  /** Whether FileMaker Server refused the credential, however it said so. */
  isCredentialRefused: boolean;
  detail: string | undefined;
}
