/** One thing that was looked at. */
export interface Finding {
  readonly state: "ok" | "warning" | "failed";
  readonly text: string;
  /** How to fix it, where something is wrong. */
  readonly remedy?: string;
}
