import { acceptBesideWaiting, acceptRate } from "./accepting.ts";
import { lostAfterKills } from "./killing.ts";
import { outgoingEvents } from "./outgoing.ts";
import type { WebhookStage } from "./stage.ts";
import { firstPage } from "./stored-deliveries.ts";
import type { WebhookValues } from "./targets.ts";

/** Parts of the webhooks bench by name, in order of execution. */
export const webhookParts = {
  accepting: acceptRate,
  "accepting-beside-waiting": acceptBesideWaiting,
  outgoing: outgoingEvents,
  "first-page": firstPage,
  kills: lostAfterKills,
} as const satisfies Readonly<Record<string, (stage: WebhookStage) => Promise<WebhookValues>>>;

export type WebhookPart = keyof typeof webhookParts;

export function isWebhookPart(name: string): name is WebhookPart {
  return Object.hasOwn(webhookParts, name);
}
