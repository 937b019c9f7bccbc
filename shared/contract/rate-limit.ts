/** State of a limit on refused credentials, for the response. */
export interface RateLimitState {
  /** Subject that failures are counted by: `client`, `account`, `address` or `server`. */
  readonly policy: string;
  /** Maximum number of failures per window. */
  readonly quota: number;
  readonly windowSeconds: number;
  /** Remaining number of failures. */
  readonly remaining: number;
  /** Seconds until the count is reset or the pause ends. Undefined if nothing is counted. */
  readonly resetSeconds: number | undefined;
}

/** Client whose credential is checked. The check stores the limits that its response reports. */
export interface Client {
  /** Address of the client behind trusted proxies. */
  readonly address: string;
  /** Identifier of the browser, which no other client can send. Undefined if no browser signs in. */
  browser?: string | undefined;
  /** Id of the Admin API key that authenticated the call. Undefined for other calls. */
  adminKeyId?: number | undefined;
  /** Set by the last check that counted or refused. Undefined if there was none. */
  limits: readonly RateLimitState[] | undefined;
}

/** Returns header names and values in the syntax of draft-ietf-httpapi-ratelimit-headers-10. */
export function rateLimitHeaders(states: readonly RateLimitState[] | undefined): readonly [string, string][] {
  if (states === undefined) return [];
  const policies = states.map(({ policy, quota, windowSeconds }) => `"${policy}";q=${quota};w=${windowSeconds}`);
  const values = states.map(
    ({ policy, remaining, resetSeconds }) =>
      `"${policy}";r=${remaining}${resetSeconds === undefined ? "" : `;t=${resetSeconds}`}`,
  );
  return [
    ["RateLimit-Policy", policies.join(", ")],
    ["RateLimit", values.join(", ")],
  ];
}
