import type { Table } from "../finding.ts";
import type { Cores } from "../machine/cores.ts";
import type { McpPlan } from "./plan.ts";

/** Context of this bench's figures. */
export interface McpStage {
  readonly plan: McpPlan;
  readonly cores: Cores | undefined;
  readonly directory: string;
  readonly print: (table: Table) => void;
}
