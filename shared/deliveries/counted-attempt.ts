/** Completed delivery attempt. */
export interface CountedAttempt {
  readonly kind: string;
  readonly outcome: "delivered" | "failed" | "unavailable" | "refused";
  /** HTTP status of the response; null if there was none. */
  readonly status: number | null;
  readonly bytes: number;
  readonly durationMs: number;
}
