import type * as z from "zod";
import type { ToolOutcome } from "#shared/mcp/protocol/tool-set.ts";
import type { CallEnd } from "../trial/contract.ts";

/** How a call of a tool ended. */
export interface ToolRun {
  readonly outcome: ToolOutcome;
  readonly how: z.output<typeof CallEnd>;
  /** FileMaker's error, where there is one. */
  readonly code: string | undefined;
  /** FileMaker Server did not take the account. */
  readonly isAccountRefused?: boolean;
}
