/** Amounts of a run of the webhooks bench. */
export interface WebhookPlan {
  readonly mode: "quick" | "full";
  readonly rounds: number;
  readonly secondsPerTurn: number;
  /** Number of events that wait while others are accepted. */
  readonly waiting: number;
  /** Number of changes that a trigger relays to ten targets. */
  readonly changes: number;
  readonly storedDeliveries: number;
  readonly kills: number;
}

/** Enough to notice failures. */
export const quickWebhooks: WebhookPlan = {
  mode: "quick",
  rounds: 2,
  secondsPerTurn: 0.5,
  waiting: 1_000,
  changes: 100,
  storedDeliveries: 20_000,
  kills: 2,
};

/** Source of the page. */
export const fullWebhooks: WebhookPlan = {
  mode: "full",
  rounds: 7,
  secondsPerTurn: 1.5,
  waiting: 10_000,
  changes: 1_000,
  storedDeliveries: 1_000_000,
  kills: 10,
};
