import type { Table } from "../finding.ts";
import type { Cores } from "../machine/cores.ts";
import type { WebhookPlan } from "./plan.ts";

/** What every figure of webhooks works with. */
export interface WebhookStage {
  readonly plan: WebhookPlan;
  readonly cores: Cores | undefined;
  /** A folder of this run, gone after it. */
  readonly directory: string;
  /** Shows a table, and keeps it for the page. */
  readonly print: (table: Table) => void;
}
