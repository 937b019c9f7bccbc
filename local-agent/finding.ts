/** One thing that was looked at. */
export interface Finding {
  readonly state: "ok" | "warning" | "failed";
  readonly text: string;
  /** How to mend it, where something is amiss. */
  readonly remedy?: string;
}
