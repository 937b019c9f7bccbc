import { type Api, type CountedOutcome, outcomeOf } from "./counted-call.ts";
import type { CountedEvent } from "./counting.ts";
import type { Labels } from "./series.ts";

/** A call of a webhook's address that has ended. */
export interface CountedWebhook {
  /** What it was for; undefined where it was no webhook's, or not let in. */
  readonly webhook: { readonly id: number; readonly database: string } | undefined;
  readonly status: number;
  /** Whether we answered with an error of our own. */
  readonly isOwnError: boolean;
  readonly bytes: number;
  readonly durationMs: number;
}

/** An attempt to deliver that has ended. */
export interface CountedAttempt {
  readonly kind: string;
  readonly outcome: "delivered" | "failed" | "unavailable" | "refused";
  /** Of the answer, where there was one. */
  readonly status: number | null;
  readonly bytes: number;
  readonly durationMs: number;
}

/** A call of an MCP tool that has ended. */
export interface CountedTool {
  /** The server's name in its address; `admin-mcp` for the tools of administrators. */
  readonly server: string;
  readonly tool: string;
  readonly how: keyof typeof outcomesOfTools;
  readonly durationMs: number;
}

/** A login to FileMaker Server, for a session of its Data API or Admin API, that has ended. */
export interface CountedLogin {
  /** As the audit trail names it; undefined where an account of the Admin Console called. */
  readonly key: string | undefined;
  /** With its extension; undefined of the Admin API. */
  readonly file: string | undefined;
  readonly api: Api;
  readonly end: keyof typeof outcomesOfLogins;
}

/** A process that has ended. */
export interface CountedJob {
  readonly kind: string;
  readonly state: string;
  readonly durationMs: number;
}

/** Nothing that is known: no webhook, no file, no key. */
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
} as const satisfies Readonly<Record<string, CountedOutcome>>;

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
