import { settingsOf, webhookIdOf } from "../record.ts";
import type { WebhookStore } from "../store.ts";
import type { Verification } from "./contract.ts";

/** Returns the names of the headers in which a sender sends the secret itself. */
export function tokenHeaders(verification: Verification): readonly string[] {
  return verification.scheme === "token" ? [verification.header] : [];
}

/** Returns the secret headers for the source of a delivery, according to the current settings of its webhook. Empty for other sources. */
export function secretHeadersOfWebhooks({ get }: Pick<WebhookStore, "get">) {
  return async (source: string): Promise<readonly string[]> => {
    if (!source.startsWith("webhook-")) return [];
    const stored = await get(webhookIdOf(source));
    return stored === undefined ? [] : tokenHeaders(settingsOf(stored.record).verification);
  };
}
