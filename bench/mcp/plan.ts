/** How much one run of the bench of AI clients does. */
export interface McpPlan {
  readonly mode: "quick" | "full";
  readonly rounds: number;
  readonly secondsPerTurn: number;
  readonly starts: number;
}

/** A look: enough to see that something broke. */
export const quickMcp: McpPlan = { mode: "quick", rounds: 2, secondsPerTurn: 0.5, starts: 2 };

/** What the page is written from. */
export const fullMcp: McpPlan = { mode: "full", rounds: 7, secondsPerTurn: 1.5, starts: 5 };
