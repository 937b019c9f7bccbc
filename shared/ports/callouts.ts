/** Response of another server. */
export interface CalloutAnswer {
  readonly status: number;
  readonly contentType: string;
  header(name: string): string | undefined;
  /** At most the requested number of bytes. */
  readonly body: Uint8Array;
}

export interface CalloutRequest {
  readonly url: URL;
  readonly timeoutMs: number;
  readonly largestBytes: number;
  /** Port that this call can use in addition to the default ones. */
  readonly port?: number;
  /** True if it carries a credential. Plain http is then refused, except within `CALLOUT_NETWORKS`. */
  readonly carriesSecret?: boolean;
}

/** Body that is read while it is sent, because it doesn't fit in memory. */
export interface ReadBody {
  readonly sizeBytes: number;
  /**
   * Reads the body from its beginning. A piece is valid until the next one is requested, and nothing is read after the end of the call.
   * An error ends the call, which throws it.
   */
  pieces(): AsyncIterable<Uint8Array>;
}

/** Call with a method, headers and a body. */
export interface CalloutCall extends CalloutRequest {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | ReadBody;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
  /**
   * True to reuse the connection of an earlier call to the same checked address, and to leave it for the next one. For series of calls
   * that can each be repeated.
   */
  readonly keepsConnection?: boolean;
  /** Buffer for the response's body, used if its declared length fits. Default: a new buffer. */
  readonly into?: Uint8Array;
}

/** Response whose body is streamed, of any length. */
export interface CalloutStream {
  readonly status: number;
  header(name: string): string | undefined;
  /** Leaving the loop early ends the call. @throws CalloutFailed if the body breaks off, or no byte arrives for too long */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Streaming call. `timeoutMs` is the maximum time without data. */
export type CalloutOpening = Pick<CalloutCall, "url" | "timeoutMs" | "port" | "headers"> & {
  readonly signal: AbortSignal;
};

/** Calls servers that an administrator named. Follows no redirects, stores no cookies, and connects only to checked addresses. */
export interface Callouts {
  /** Makes a GET request. @throws CalloutRefused if the address isn't allowed, CalloutFailed if there is no response */
  get(request: CalloutRequest): Promise<CalloutAnswer>;
  /** Makes a request with a method, headers and a body. Throws like `get`. */
  call(request: CalloutCall): Promise<CalloutAnswer>;
  /** Streams a response of any length. Throws like `get`; an abort is thrown unchanged. */
  open(request: CalloutOpening): Promise<CalloutStream>;
  /** Returns the checked address of a host, for connections with protocols other than HTTP. Throws like `get`. */
  addressOf(host: string, timeoutMs: number): Promise<string>;
}

/** Address that isn't allowed. Nothing was sent. */
export class CalloutRefused extends Error {
  override readonly name = "CalloutRefused";
}

/** Call without a response. The message is one sentence for an administrator. */
export class CalloutFailed extends Error {
  override readonly name = "CalloutFailed";
}
