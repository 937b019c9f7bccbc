/** A call of our own management API, on behalf of someone who called us. */
export interface OwnApiCall {
  readonly method: string;
  /** Behind the service prefix, with its query. */
  readonly target: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** The caller's own credential, as the header Authorization has it: the call may do what its caller may, and is written down as the caller's. */
  readonly authorization: string;
  /** Where the caller is. */
  readonly address: string;
  readonly userAgent: string;
  readonly timeoutMs: number;
}

export interface OwnApiAnswer {
  readonly status: number;
  /** The body as JSON; undefined where it is none. */
  readonly body: unknown;
}

/** Our own management API: in the same process on one machine, over HTTP where every resource is a function of its own. */
export interface OwnApi {
  /** @throws OwnApiUnavailable */
  call(call: OwnApiCall): Promise<OwnApiAnswer>;
}

/** There was no answer in time. Whether something has happened is not known. */
export class OwnApiUnavailable extends Error {
  override readonly name = "OwnApiUnavailable";
}
