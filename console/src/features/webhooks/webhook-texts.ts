import type { Webhook } from "#shared/webhooks/contract.ts";
import { serviceOrigin } from "../../api/configuration.ts";
import { quoted } from "../../api/curl.ts";
import { webhookMessages as text } from "../../messages/english/events/webhooks.ts";

/** Returns the name of a webhook. */
export function nameOf({ label, channel }: Pick<Webhook, "label" | "channel">): string {
  return label || channel;
}

/** Returns the source that a webhook's deliveries belong to. */
export function sourceOf({ id }: Pick<Webhook, "id">): string {
  return `webhook-${id}`;
}

/** Returns the verification method of a webhook as text. */
export function schemeText({ settings: { verification } }: Pick<Webhook, "settings">): string {
  return verification.scheme === "none" ? text.unverified : text.schemes[verification.scheme].replace("…", "");
}

/** Returns the address for events, with this service's host. */
export function addressOf({ url }: Pick<Webhook, "url">): string {
  return serviceOrigin() + encodeURI(url);
}

/** Returns an example call that only lacks the key. */
export function exampleOf(webhook: Pick<Webhook, "url">): string {
  return [
    `curl ${quoted(addressOf(webhook))}`,
    '-H "Authorization: Bearer $DATA_KEY"',
    "-H 'Content-Type: application/json'",
    `-d '{"test":true}'`,
  ].join(" \\\n  ");
}
