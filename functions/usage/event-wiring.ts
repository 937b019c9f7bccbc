import type { CountedAttempt } from "#shared/deliveries/counted-attempt.ts";
import type { CountedTool } from "#shared/mcp/guards/counted-tool.ts";
import {
  attemptEvent,
  type CountedJob,
  type CountedLogin,
  jobEvent,
  loginEvent,
  toolEvent,
  webhookEvent,
} from "#shared/usage/counted-events.ts";
import type { CountedEvent } from "#shared/usage/counting.ts";
import type { CountedWebhook } from "#shared/webhooks/receiver/counted-webhook.ts";
import type { Platform } from "../platform.ts";

export type CountingPlatform = Pick<Platform, "counting" | "clock">;

/** Counts webhook calls. */
export const webhookCounting = (platform: CountingPlatform) => counted<CountedWebhook>(platform, webhookEvent);

/** Counts delivery attempts. */
export const attemptCounting = (platform: CountingPlatform) => counted<CountedAttempt>(platform, attemptEvent);

/** Counts MCP tool calls. */
export const toolCounting = (platform: CountingPlatform) => counted<CountedTool>(platform, toolEvent);

/** Counts logins to FileMaker Server. */
export const loginCounting = (platform: CountingPlatform) => counted<CountedLogin>(platform, loginEvent);

/** Counts processes that have ended. */
export const jobCounting = (platform: CountingPlatform) => counted<CountedJob>(platform, jobEvent);

function counted<T>({ counting, clock }: CountingPlatform, eventOf: (given: T) => CountedEvent): (given: T) => void {
  return (given) => counting.event(clock.now(), eventOf(given));
}
