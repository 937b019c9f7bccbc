import type { HttpCall } from "#shared/ports/http-call.ts";
import type { Call } from "./call.ts";
import type { ProxyOutcome } from "./proxy-outcome.ts";

/** An answer of our own that is sent as it comes. */
export interface Delivery {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Left out where there is none, as for HEAD. */
  readonly body?: AsyncIterable<Uint8Array>;
  /** What was changed, as the audit trail names it, where that is known only now. */
  readonly objects?: readonly string[];
}

/** What a use-case knows of a call that it answers with bytes. */
export interface DeliveryCall extends Call {
  /** A header's value, its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** Aborts when the client no longer takes the answer. */
  readonly gone: AbortSignal;
  /** The bytes of a call whose operation takes some. A body that breaks off throws. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** What an operation with `events` answers: what there is, and on request what comes after it. */
export interface Following<Output> {
  readonly first: Output;
  /** What is new, as it comes; undefined where nothing has come for a while. Ends by itself, and when the signal aborts. */
  readonly following: (gone: AbortSignal) => AsyncIterable<Output | undefined>;
}

/** What a use-case knows of a call that it answers in a protocol of its own: all of it, and where the answer goes. */
export interface RawCall extends Call {
  readonly http: HttpCall;
  /** A header's value, its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** Aborts when the client no longer takes the answer. */
  readonly gone: AbortSignal;
}

/** Relays a call to another server. It ends with its answer sent, or throws a ServiceError with nothing sent. */
export type Relay = (call: HttpCall, outcome: ProxyOutcome) => Promise<void>;
