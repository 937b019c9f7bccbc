/** What a server elsewhere answered. */
export interface CalloutAnswer {
  readonly status: number;
  readonly contentType: string;
  header(name: string): string | undefined;
  /** At most as many bytes as were asked for. */
  readonly body: Uint8Array;
}

export interface CalloutRequest {
  readonly url: URL;
  readonly timeoutMs: number;
  readonly largestBytes: number;
  /** A port that this call may use beside the usual ones. */
  readonly port?: number;
  /** True if it carries a credential: plain http is refused then, except within `CALLOUT_NETWORKS`. */
  readonly carriesSecret?: boolean;
}

/** A body that is read while it is sent, since it is more than is held in memory. */
export interface ReadBody {
  readonly sizeBytes: number;
  /** Reads it from its beginning. A piece is good until the next one is asked for, and nothing is read any more when the call has ended. What it throws ends the call, and is thrown by it. */
  pieces(): AsyncIterable<Uint8Array>;
}

/** A call that says more than what is asked for. */
export interface CalloutCall extends CalloutRequest {
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | ReadBody;
  /** Ends the call. */
  readonly signal?: AbortSignal;
  /**
   * Goes over a connection that an earlier call to the same checked address has left, and leaves its own for the next one. For many calls in turn
   * that may each be made twice.
   */
  readonly keepsConnection?: boolean;
  /** Where the answer's body comes, if its length is announced and fits there. Left out: in memory of its own. */
  readonly into?: Uint8Array;
}

/** An answer whose body is read while it comes, however long it is. */
export interface CalloutStream {
  readonly status: number;
  header(name: string): string | undefined;
  /** Leaving it early ends the call. @throws CalloutFailed where it breaks off, or is silent for too long */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** `timeoutMs` is for how long the server may be silent. */
export type CalloutOpening = Pick<CalloutCall, "url" | "timeoutMs" | "port" | "headers"> & {
  readonly signal: AbortSignal;
};

/**
 * Calls to servers that an administrator named. No redirect is followed, no cookie kept, and no connection opened to an
 * address that was not checked (O1, O2).
 */
export interface Callouts {
  /** @throws CalloutRefused when this address is not called, CalloutFailed when it did not answer */
  get(request: CalloutRequest): Promise<CalloutAnswer>;
  /** The same with a method, headers and a body. */
  call(request: CalloutCall): Promise<CalloutAnswer>;
  /** A body of any length. Errors are those of `get`; an abort is thrown as it is. */
  open(request: CalloutOpening): Promise<CalloutStream>;
  /** The checked address of a host, for protocols other than HTTP: the connection goes to it. Errors are those of `get`. */
  addressOf(host: string, timeoutMs: number): Promise<string>;
}

/** The address is not one that is called. Nothing was sent. */
export class CalloutRefused extends Error {
  override readonly name = "CalloutRefused";
}

/** There was no answer. The message is one sentence for an administrator. */
export class CalloutFailed extends Error {
  override readonly name = "CalloutFailed";
}
