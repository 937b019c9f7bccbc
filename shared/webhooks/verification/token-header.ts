import { settingsOf, webhookIdOf } from "../record.ts";
import type { WebhookStore } from "../store.ts";
import type { Verification } from "./contract.ts";

/** Names of the headers that a sender puts the secret itself into. */
export function tokenHeaders(verification: Verification): readonly string[] {
  return verification.scheme === "token" ? [verification.header] : [];
}

/** The same for what a delivery belongs to, as its webhook is set now. Empty for other sources. */
export function secretHeadersOfWebhooks({ get }: Pick<WebhookStore, "get">) {
  return async (source: string): Promise<readonly string[]> => {
    if (!source.startsWith("webhook-")) return [];
    const stored = await get(webhookIdOf(source));
    return stored === undefined ? [] : tokenHeaders(settingsOf(stored.record).verification);
  };
}
