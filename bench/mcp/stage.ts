import type { Table } from "../finding.ts";
import type { Cores } from "../machine/cores.ts";
import type { McpPlan } from "./plan.ts";

/** What the figures of this bench share. */
export interface McpStage {
  readonly plan: McpPlan;
  readonly cores: Cores | undefined;
  readonly directory: string;
  readonly print: (table: Table) => void;
}
