/** A call to another server, small enough to be held in memory. */
export interface OutboundRequest {
  readonly method: string;
  /** Path and query, percent-encoded, starting with one slash. Sent byte for byte. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Milliseconds until the whole answer must be here. */
  readonly timeoutMs: number;
  /** Ends the call at once, as "aborted". The server may go on with what it began. */
  readonly signal?: AbortSignal;
  /** Asks how the server is: goes out also while other calls are kept from it. */
  readonly isProbe?: boolean;
}

export interface OutboundResponse {
  readonly status: number;
  /** Names in lower case; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * What receives a relayed answer. Calls come in this order; exactly one of `end` and `fail` is the last, and none
 * comes before `relay` has returned. `data` may still come after a pause, when the connection has ended by then.
 */
export interface RelayHandler {
  /** `headers` alternates names and values as they were sent: order and case kept. */
  head(status: number, headers: readonly string[]): void;
  data(chunk: Uint8Array): void;
  end(): void;
  fail(error: OutboundError): void;
}

/** A call whose body and answer stream. */
export interface RelayRequest {
  readonly method: string;
  readonly path: string;
  /**
   * Alternating names and values, sent in this order and case. Host and Content-Length are included by the caller, and
   * go first and last. A body without Content-Length is sent in chunks.
   */
  readonly headers: readonly string[];
  readonly body?: Uint8Array | AsyncIterable<Uint8Array> | undefined;
  /**
   * Milliseconds to the answer's head, time spent waiting for a connection included. With a body that streams they are
   * counted twice: to the connection, and from the last of the body.
   */
  readonly headersTimeoutMs: number;
  /** Milliseconds without a byte of the answer's body. */
  readonly bodyTimeoutMs: number;
}

/** The caller's hand on a relayed call. */
export interface Relay {
  pause(): void;
  resume(): void;
  /** Ends the call at once: the handler's `fail` gets "aborted" before this returns. */
  abort(): void;
}

/** One server that calls go out to, over a pool of kept connections. */
export interface Outbound {
  /** Scheme, host and port, as in `https://fms.example.com`. */
  readonly origin: string;
  /** @throws OutboundError */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  relay(request: RelayRequest, handler: RelayHandler): Relay;
  /** Ends idle connections, waits for calls under way. */
  close(): Promise<void>;
}

/** The other server gave no answer, or not a whole one. `halted`: it was not asked, because too many calls have failed a moment ago. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly reason: "refused" | "broken" | "timeout" | "invalid" | "aborted" | "halted";
  /** True when certainly no byte of the request left this machine. */
  readonly unsent: boolean;

  constructor(reason: OutboundError["reason"], unsent: boolean, options?: ErrorOptions) {
    super(`The server gave no answer: ${reason}`, options);
    this.reason = reason;
    this.unsent = unsent;
  }
}
