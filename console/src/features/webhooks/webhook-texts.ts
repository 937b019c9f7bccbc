import type { Webhook } from "#shared/webhooks/contract.ts";
import { serviceOrigin } from "../../api/configuration.ts";
import { quoted } from "../../api/curl.ts";
import { webhookMessages as text } from "../../messages/events/webhooks.ts";

/** What a webhook is called. */
export function nameOf({ label, channel }: Pick<Webhook, "label" | "channel">): string {
  return label || channel;
}

/** What its deliveries belong to. */
export function sourceOf({ id }: Pick<Webhook, "id">): string {
  return `webhook-${id}`;
}

/** How its sender proves who it is. */
export function schemeText({ settings: { verification } }: Pick<Webhook, "settings">): string {
  return verification.scheme === "none" ? text.unverified : text.schemes[verification.scheme].replace("…", "");
}

/** Where events are sent to, with this service's host. */
export function addressOf({ url }: Pick<Webhook, "url">): string {
  return serviceOrigin() + encodeURI(url);
}

/** A call that works as it stands, but for the key. */
export function exampleOf(webhook: Pick<Webhook, "url">): string {
  return [
    `curl ${quoted(addressOf(webhook))}`,
    '-H "Authorization: Bearer $DATA_KEY"',
    "-H 'Content-Type: application/json'",
    `-d '{"test":true}'`,
  ].join(" \\\n  ");
}
