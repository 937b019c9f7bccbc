/** Webhooks that a deployment imports, and counted calls of their addresses. */

export type { PlaceWebhook } from "./place-webhook.ts";
export type { BroughtWebhook } from "./placed-settings.ts";
export type { CountedWebhook } from "./receiver/counted-webhook.ts";
