import { perHour, perMinute, type ToolLimits } from "#shared/mcp/guards/rates.ts";
import type { ProxyTimeouts } from "#shared/proxy/relay/relay-plans.ts";
import type { AwsSettings } from "./aws.ts";
import type { LocalSettings } from "./local.ts";

/** Returns the size limits of uploads in bytes. */
export function uploadLimits({ UPLOAD_MAX_MB, UPLOAD_KEY_MB }: Pick<LocalSettings, "UPLOAD_MAX_MB" | "UPLOAD_KEY_MB">) {
  return { largestBytes: UPLOAD_MAX_MB * 1_000_000, keyBytes: UPLOAD_KEY_MB * 1_000_000 };
}

/**
 * Returns FileMaker Server's timeouts behind CloudFront in milliseconds. A caller who waits longer gets our error in the called API's
 * format, before CloudFront answers with an HTML page.
 */
export function answerLimits({ ANSWER_SECONDS }: Pick<AwsSettings, "ANSWER_SECONDS">): ProxyTimeouts {
  const milliseconds = ANSWER_SECONDS * 1000 - beforehandMs;
  return { headersMs: milliseconds, bodyMs: milliseconds };
}

/** Reserve in milliseconds for a cold start, a login and the timeout response. */
const beforehandMs = 5_000;

type OAuthSettings = Pick<LocalSettings, Extract<keyof LocalSettings, `OAUTH_${string}`>>;

/** Returns lifetimes of AI clients' sign-ins in milliseconds, and hosts whose metadata documents can be fetched. */
export function oauthLimits(settings: OAuthSettings) {
  const dayMs = 24 * 3_600_000;
  return {
    accessTokenMs: settings.OAUTH_TOKEN_MINUTES * 60_000,
    idleMs: settings.OAUTH_IDLE_DAYS * dayMs,
    absoluteMs: settings.OAUTH_DAYS * dayMs,
    reuseMs: settings.OAUTH_REUSE_SECONDS * 1_000,
    clientHosts: settings.OAUTH_CLIENT_HOSTS,
  };
}

/** Returns limits of the calls of AI clients, per credential. */
export function toolLimits({
  MCP_CALLS_PER_MINUTE,
  MCP_DESTRUCTIVE_PER_HOUR,
}: Pick<LocalSettings, "MCP_CALLS_PER_MINUTE" | "MCP_DESTRUCTIVE_PER_HOUR">): ToolLimits {
  return { calls: perMinute(MCP_CALLS_PER_MINUTE), destructive: perHour(MCP_DESTRUCTIVE_PER_HOUR) };
}

type ReleaseSettings = Pick<
  LocalSettings,
  | "KEEPJIT"
  | "JIT_BUILD_TIMEOUT_IN_SEC"
  | "PRE_BUILD_SCRIPT_TIMEOUT_IN_SEC"
  | "PRE_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC"
  | "POST_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC"
>;

/** Returns default limits of builds and deployments. */
export function releaseLimits(settings: ReleaseSettings) {
  return {
    keepsJitBuilds: settings.KEEPJIT,
    jitBuildSeconds: settings.JIT_BUILD_TIMEOUT_IN_SEC,
    preBuildScriptSeconds: settings.PRE_BUILD_SCRIPT_TIMEOUT_IN_SEC,
    preDeploymentScriptSeconds: settings.PRE_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC,
    postDeploymentScriptSeconds: settings.POST_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC,
  };
}

type TimeSettings = Pick<LocalSettings, "SESSION_IDLE_MINUTES" | "SESSION_HOURS" | "AUDIT_DAYS" | "TRASH_DAYS"> &
  Partial<Pick<LocalSettings, "FMSADMIN_TIMEOUT_IN_SEC">>;

/**
 * Returns lifetimes of sessions, retention of the audit trail and deleted files, and waiting times for files to open or close, in
 * milliseconds. API Gateway waits for 29 seconds, so the last is not a setting there.
 */
export function timeLimits({
  SESSION_IDLE_MINUTES,
  SESSION_HOURS,
  AUDIT_DAYS,
  TRASH_DAYS,
  FMSADMIN_TIMEOUT_IN_SEC = 20,
}: TimeSettings) {
  const hourMs = 3_600_000;
  return {
    sessionLimits: { idleMs: (SESSION_IDLE_MINUTES * hourMs) / 60, absoluteMs: SESSION_HOURS * hourMs },
    auditKeptMs: AUDIT_DAYS * 24 * hourMs,
    trashKeptMs: TRASH_DAYS * 24 * hourMs,
    fileCommandMs: FMSADMIN_TIMEOUT_IN_SEC * 1000,
  };
}
