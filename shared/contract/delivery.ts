import type { HttpCall } from "#shared/ports/http-call.ts";
import type { Call } from "./call.ts";
import type { ProxyOutcome } from "./proxy-outcome.ts";

/** Response of our own that is streamed. */
export interface Delivery {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if there is none, as for HEAD. */
  readonly body?: AsyncIterable<Uint8Array>;
  /** Changed objects, as the audit trail names them, if they are known only now. */
  readonly objects?: readonly string[];
}

/** Facts about a call that is answered with bytes. */
export interface DeliveryCall extends Call {
  /** Returns the value of a header, by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** Aborts when the client no longer accepts the response. */
  readonly gone: AbortSignal;
  /** Body of a call whose operation takes bytes. Throws if it breaks off. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Result of an operation with `events`: the current state, and on request the changes to it. */
export interface Following<Output> {
  readonly first: Output;
  /** Yields changes as they happen, and undefined if there were none for a while. Ends on its own, or when the signal aborts. */
  readonly following: (gone: AbortSignal) => AsyncIterable<Output | undefined>;
}

/** Facts about a call that is answered in a protocol of its own: the whole call, and the stream for the response. */
export interface RawCall extends Call {
  readonly http: HttpCall;
  /** Returns the value of a header, by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** Aborts when the client no longer accepts the response. */
  readonly gone: AbortSignal;
}

/** Relays a call to another server. It either sends its response, or throws a ServiceError with nothing sent. */
export type Relay = (call: HttpCall, outcome: ProxyOutcome) => Promise<void>;
