import type { Table } from "../finding.ts";
import type { Cores } from "../machine/cores.ts";
import type { WebhookPlan } from "./plan.ts";

/** Context of the webhooks bench's figures. */
export interface WebhookStage {
  readonly plan: WebhookPlan;
  readonly cores: Cores | undefined;
  /** Temporary folder of this run. */
  readonly directory: string;
  /** Prints a table, and keeps it for the page. */
  readonly print: (table: Table) => void;
}
