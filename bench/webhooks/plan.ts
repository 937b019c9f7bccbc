/** How much one run of the webhooks' bench does. */
export interface WebhookPlan {
  readonly mode: "quick" | "full";
  readonly rounds: number;
  readonly secondsPerTurn: number;
  /** Events that wait while others are accepted. */
  readonly waiting: number;
  /** Changes that a trigger relays to ten targets. */
  readonly changes: number;
  readonly storedDeliveries: number;
  readonly kills: number;
}

/** A look: enough to see that something broke. */
export const quickWebhooks: WebhookPlan = {
  mode: "quick",
  rounds: 2,
  secondsPerTurn: 0.5,
  waiting: 1_000,
  changes: 100,
  storedDeliveries: 20_000,
  kills: 2,
};

/** What the page is written from. */
export const fullWebhooks: WebhookPlan = {
  mode: "full",
  rounds: 7,
  secondsPerTurn: 1.5,
  waiting: 10_000,
  changes: 1_000,
  storedDeliveries: 1_000_000,
  kills: 10,
};
