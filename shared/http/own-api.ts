/** Call of our own management API on behalf of a caller. */
export interface OwnApiCall {
  readonly method: string;
  /** Request target after the service prefix, including the query. */
  readonly target: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Value of the caller's own Authorization header: the call has the caller's access, and is recorded as the caller's. */
  readonly authorization: string;
  /** Address of the caller. */
  readonly address: string;
  readonly userAgent: string;
  readonly timeoutMs: number;
}

export interface OwnApiAnswer {
  readonly status: number;
  /** Body as JSON. Undefined if it isn't JSON. */
  readonly body: unknown;
}

/** Client of our own management API: in the same process on one machine, over HTTP where every resource is a separate function. */
export interface OwnApi {
  /** @throws OwnApiUnavailable */
  call(call: OwnApiCall): Promise<OwnApiAnswer>;
}

/** No response in time. It is unknown whether anything happened. */
export class OwnApiUnavailable extends Error {
  override readonly name = "OwnApiUnavailable";
}
