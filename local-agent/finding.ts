/** Result of one check. */
export interface Finding {
  readonly state: "ok" | "warning" | "failed";
  readonly text: string;
  /** How to fix a problem. */
  readonly remedy?: string;
}
