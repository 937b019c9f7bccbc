import type { ToolOutcome } from "#shared/mcp/protocol/tool-set.ts";

/** How the calls of tools end, as the log has it. */
export const callEnds = ["done", "asked", "script-error", "refused", "timeout", "unavailable", "cancelled"] as const;

/** How a call of a tool ended. */
export interface ToolRun {
  readonly outcome: ToolOutcome;
  readonly how: (typeof callEnds)[number];
  /** FileMaker's error, where there is one. */
  readonly code: string | undefined;
  /** FileMaker Server did not take the account. */
  readonly isAccountRefused?: boolean;
}
