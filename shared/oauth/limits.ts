/** How long sign-ins of AI clients last, in milliseconds, and which clients may have them. */
export interface OAuthLimits {
  /** An access token. */
  readonly accessTokenMs: number;
  /** A grant whose client does not come back. */
  readonly idleMs: number;
  /** A grant, however often its client comes back. */
  readonly absoluteMs: number;
  /** The only hosts whose metadata documents are fetched; empty: all. */
  readonly clientHosts: readonly string[];
}
