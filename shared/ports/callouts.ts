/** What a server elsewhere answered. */
export interface CalloutAnswer {
  readonly status: number;
  readonly contentType: string;
  /** At most as many bytes as were asked for. */
  readonly body: Uint8Array;
}

export interface CalloutRequest {
  readonly url: URL;
  readonly timeoutMs: number;
  readonly largestBytes: number;
  /** A port that this call may use beside the usual ones. */
  readonly port?: number;
}

/**
 * Calls to servers that an administrator named. No redirect is followed, no cookie kept, and no connection opened to an
 * address that was not checked (O1, O2).
 */
export interface Callouts {
  /** @throws CalloutRefused when this address is not called, CalloutFailed when it did not answer */
  get(request: CalloutRequest): Promise<CalloutAnswer>;
}

/** The address is not one that is called. Nothing was sent. */
export class CalloutRefused extends Error {
  override readonly name = "CalloutRefused";
}

/** There was no answer. The message is one sentence for an administrator. */
export class CalloutFailed extends Error {
  override readonly name = "CalloutFailed";
}
