/** Call to another server whose response fits in memory. */
export interface OutboundRequest {
  readonly method: string;
  /** Path and query, percent-encoded, starting with one slash. Sent byte for byte. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Deadline for the whole response in milliseconds. */
  readonly timeoutMs: number;
  /** Ends the call as "aborted". The server may continue what it began. */
  readonly signal?: AbortSignal;
  /** True for a health probe, which is sent even while other calls are blocked. */
  readonly isProbe?: boolean;
}

export interface OutboundResponse {
  readonly status: number;
  /** Names in lower case; repeated headers joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/**
 * Receives a relayed response. The methods are called in this order; exactly one of `end` and `fail` is the last, and none is called
 * before `relay` has returned. After a pause, `data` can still be called even if the connection has ended.
 */
export interface RelayHandler {
  /** Receives the head. `headers` alternates names and values as received, in their original order and case. */
  head(status: number, headers: readonly string[]): void;
  data(chunk: Uint8Array): void;
  end(): void;
  fail(error: OutboundError): void;
}

/** Call with a streamed body and response. */
export interface RelayRequest {
  readonly method: string;
  readonly path: string;
  /**
   * Alternating names and values, sent in this order and case. The caller includes Host first and Content-Length last. A body without
   * Content-Length is sent in chunks.
   */
  readonly headers: readonly string[];
  readonly body?: Uint8Array | AsyncIterable<Uint8Array> | undefined;
  /**
   * Timeout until the head of the response in milliseconds, including the wait for a connection. With a streamed body it applies twice:
   * until the connection, and after the end of the body.
   */
  readonly headersTimeoutMs: number;
  /** Maximum time without a byte of the response's body in milliseconds. */
  readonly bodyTimeoutMs: number;
}

/** Controls a relayed call. */
export interface Relay {
  pause(): void;
  resume(): void;
  /** Ends the call: the handler's `fail` gets "aborted" before this returns. */
  abort(): void;
}

/** Client of one server with a pool of persistent connections. */
export interface Outbound {
  /** Scheme, host and port, such as `https://fms.example.com`. */
  readonly origin: string;
  /** @throws OutboundError */
  request(request: OutboundRequest): Promise<OutboundResponse>;
  relay(request: RelayRequest, handler: RelayHandler): Relay;
  /** Closes idle connections and waits for running calls. */
  close(): Promise<void>;
}

/** Missing or incomplete response. `halted`: nothing was sent, because too many recent calls have failed. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly reason: "refused" | "broken" | "timeout" | "invalid" | "aborted" | "halted";
  /** True if certainly no byte of the request left this machine. */
  readonly unsent: boolean;

  constructor(reason: OutboundError["reason"], unsent: boolean, options?: ErrorOptions) {
    super(`The server gave no response: ${reason}`, options);
    this.reason = reason;
    this.unsent = unsent;
  }
}
