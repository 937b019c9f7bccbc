/** Completed call of a webhook address. */
export interface CountedWebhook {
  /** Called webhook; undefined if no webhook matched or the call wasn't authenticated. */
  readonly webhook: { readonly id: number; readonly database: string } | undefined;
  readonly status: number;
  /** True if we responded with an error of our own. */
  readonly isOwnError: boolean;
  readonly bytes: number;
  readonly durationMs: number;
}
