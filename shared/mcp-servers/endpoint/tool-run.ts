import type { ToolOutcome } from "#shared/mcp/api.ts";
import type { CallEnd } from "../trial/contract.ts";

/** Outcome of a tool call. */
export interface ToolRun {
  readonly outcome: ToolOutcome;
  readonly how: Exclude<CallEnd, "limited">;
  /** FileMaker's error code, if there is one. */
  readonly code: string | undefined;
  /** True if FileMaker Server rejected the account. */
  readonly isAccountRefused?: boolean;
}
