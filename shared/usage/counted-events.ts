import type { CountedAttempt } from "#shared/deliveries/api.ts";
import type { CountedTool } from "#shared/mcp/api.ts";
import type { CountedWebhook } from "#shared/webhooks/api.ts";
import { type Api, type CountedOutcome, outcomeOf } from "./counted-call.ts";
import type { CountedEvent } from "./counting.ts";
import type { Labels } from "./series.ts";

/** Completed login to FileMaker Server, for a session of its Data API or Admin API. */
export interface CountedLogin {
  /** Name of the key as in the audit trail; undefined if an Admin Console account called. */
  readonly key: string | undefined;
  /** File name with its extension; undefined for the Admin API. */
  readonly file: string | undefined;
  readonly api: Api;
  readonly end: keyof typeof outcomesOfLogins;
}

/** Completed process. */
export interface CountedJob {
  readonly kind: string;
  readonly state: string;
  readonly durationMs: number;
}

/** Label value if there is no webhook, file or key. */
const none = "none";

export function webhookEvent({ webhook, status, isOwnError, bytes, durationMs }: CountedWebhook): CountedEvent {
  const outcome = outcomeOf({ status, error: isOwnError ? "own" : undefined });
  const labels: Labels = { webhook: webhook ? String(webhook.id) : none, file: webhook?.database ?? none, outcome };
  return { labels, values: { webhookCalls: 1, webhookBytes: bytes, webhookTime: durationMs } };
}

export function attemptEvent({ kind, outcome, status, bytes, durationMs }: CountedAttempt): CountedEvent {
  const values = { deliveryAttempts: 1, deliveryBytes: bytes, deliveryTime: durationMs };
  return { labels: { kind, outcome: outcomeOfAttempt(outcome, status) }, values };
}

function outcomeOfAttempt(outcome: CountedAttempt["outcome"], status: number | null): CountedOutcome {
  if (outcome === "delivered") return "answered";
  if (outcome === "refused") return "refused";
  return status === null ? "failed" : "rejected";
}

export function toolEvent({ server, tool, how, durationMs }: CountedTool): CountedEvent {
  return {
    labels: { server, tool, outcome: outcomesOfTools[how] },
    values: { toolCalls: 1, toolTime: durationMs },
  };
}

const outcomesOfTools = {
  done: "answered",
  asked: "answered",
  "script-error": "rejected",
  refused: "refused",
  timeout: "failed",
  unavailable: "failed",
  failed: "failed",
  cancelled: "abandoned",
  limited: "refused",
} as const satisfies Readonly<Record<CountedTool["how"], CountedOutcome>>;

export function loginEvent({ key, file, api, end }: CountedLogin): CountedEvent {
  const labels: Labels = { key: key ?? none, file: file ?? none, api, outcome: outcomesOfLogins[end] };
  return { labels, values: { logins: 1 } };
}

const outcomesOfLogins = {
  accepted: "answered",
  refused: "rejected",
  failed: "failed",
} as const satisfies Readonly<Record<string, CountedOutcome>>;

export function jobEvent({ kind, state, durationMs }: CountedJob): CountedEvent {
  return { labels: { kind, outcome: state }, values: { jobs: 1, jobTime: durationMs } };
}
