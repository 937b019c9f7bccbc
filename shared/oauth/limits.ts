/** Lifetimes of sign-ins of AI clients in milliseconds, and the allowed clients. */
export interface OAuthLimits {
  /** Lifetime of an access token. */
  readonly accessTokenMs: number;
  /** Lifetime of a grant that its client doesn't use. */
  readonly idleMs: number;
  /** Maximum lifetime of a grant, regardless of use. */
  readonly absoluteMs: number;
  /**
   * Time for which a refresh token stays valid after its first use: several processes of a client can share one and refresh within the same
   * minute.
   */
  readonly reuseMs: number;
  /** Hosts whose metadata documents are read. Empty allows all. */
  readonly clientHosts: readonly string[];
}
