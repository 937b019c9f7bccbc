/** Result of one check. */
export interface Finding {
  /** Name of the check for programs. Several findings can have one name. */
  readonly check: string;
  /** "unknown": the check couldn't be made. */
  readonly state: "ok" | "warning" | "failed" | "unknown";
  readonly text: string;
  /** Remedy for a problem. */
  readonly remedy?: string;
}
