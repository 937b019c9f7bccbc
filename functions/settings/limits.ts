import type { ProxyTimeouts } from "#shared/proxy/relay/relay-plans.ts";
import type { AwsSettings } from "./aws.ts";
import type { LocalSettings } from "./local.ts";

/** What uploads may hold, in bytes. */
export function uploadLimits({ UPLOAD_MAX_MB, UPLOAD_KEY_MB }: Pick<LocalSettings, "UPLOAD_MAX_MB" | "UPLOAD_KEY_MB">) {
  return { largestBytes: UPLOAD_MAX_MB * 1_000_000, keyBytes: UPLOAD_KEY_MB * 1_000_000 };
}

/**
 * How long FileMaker Server may take behind CloudFront, in milliseconds: a caller who waits longer is answered by us, in the form of the
 * API that was called, before CloudFront answers with a page.
 */
export function answerLimits({ ANSWER_SECONDS }: Pick<AwsSettings, "ANSWER_SECONDS">): ProxyTimeouts {
  const milliseconds = ANSWER_SECONDS * 1000 - beforehandMs;
  return { headersMs: milliseconds, bodyMs: milliseconds };
}

/** For a cold start, a login, and an answer that says it took too long. */
const beforehandMs = 5_000;

type OAuthSettings = Pick<
  LocalSettings,
  "OAUTH_TOKEN_MINUTES" | "OAUTH_IDLE_DAYS" | "OAUTH_DAYS" | "OAUTH_CLIENT_HOSTS"
>;

/** How long sign-ins of AI clients last, in milliseconds, and whose metadata documents are fetched. */
export function oauthLimits({ OAUTH_TOKEN_MINUTES, OAUTH_IDLE_DAYS, OAUTH_DAYS, OAUTH_CLIENT_HOSTS }: OAuthSettings) {
  const dayMs = 24 * 3_600_000;
  return {
    accessTokenMs: OAUTH_TOKEN_MINUTES * 60_000,
    idleMs: OAUTH_IDLE_DAYS * dayMs,
    absoluteMs: OAUTH_DAYS * dayMs,
    clientHosts: OAUTH_CLIENT_HOSTS,
  };
}

type ReleaseSettings = Pick<
  LocalSettings,
  | "KEEPJIT"
  | "JIT_BUILD_TIMEOUT_IN_SEC"
  | "PRE_BUILD_SCRIPT_TIMEOUT_IN_SEC"
  | "PRE_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC"
  | "POST_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC"
>;

/** What builds and deployments have where they name nothing of their own. */
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
 * How long people's sessions live, the audit trail and deleted files are kept, and an answer waits for files to open or close, in milliseconds.
 * API Gateway waits for 29 seconds, so there the last is not a setting.
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
