/** Result of one check. */
export interface Finding {
  readonly state: "ok" | "warning" | "failed";
  readonly text: string;
  /** Remedy for a problem. */
  readonly remedy?: string;
}
