/** Amounts of a run of the bench of AI clients. */
export interface McpPlan {
  readonly mode: "quick" | "full";
  readonly rounds: number;
  readonly secondsPerTurn: number;
  readonly starts: number;
}

/** Enough to notice failures. */
export const quickMcp: McpPlan = { mode: "quick", rounds: 2, secondsPerTurn: 0.5, starts: 2 };

/** Source of the page. */
export const fullMcp: McpPlan = { mode: "full", rounds: 7, secondsPerTurn: 1.5, starts: 5 };
