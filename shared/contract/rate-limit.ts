/** How one of the limits on refused credentials stands, as an answer tells it. */
export interface RateLimitState {
  /** What failures are counted by: `client`, `account`, `address` or `server`. */
  readonly policy: string;
  /** Failures that are allowed in a window. */
  readonly quota: number;
  readonly windowSeconds: number;
  /** Failures that are left. */
  readonly remaining: number;
  /** Until the count begins again, or the pause is over; undefined where nothing is counted. */
  readonly resetSeconds: number | undefined;
}

/** The client whose credential is checked. The check records the limits that its answer has to report. */
export interface Client {
  /** The client's address, proxies taken into account (L2). */
  readonly address: string;
  /** A name of the browser that calls, which no other client can bring; undefined where no browser signs in. */
  browser?: string | undefined;
  /** Id of the Admin API Key that the call was authenticated with; undefined for other calls. */
  adminKeyId?: number | undefined;
  /** Set by the last check that counted or refused; undefined where none did. */
  limits: readonly RateLimitState[] | undefined;
}

/** Header names and values in the syntax of draft-ietf-httpapi-ratelimit-headers-10. */
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
