import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import * as z from "zod";
import { misspelledSetting } from "#shared/settings/misspelled-setting.ts";
import { Fingerprint } from "#shared/settings/sha256-fingerprint.ts";
import { commonSettings } from "./common.ts";
import { parsed } from "./parsed.ts";
import { Contact, File, List, Megabytes, Network, Origin, Port, Switch, wholeNumber } from "./scalars.ts";
import { SettingRefused } from "./setting-refused.ts";

/**
 * All settings, read from the environment once. A test writes docs/reference/configuration.md from descriptions and defaults; `unset`
 * describes the behavior without a value or fixed default.
 */
export const LocalSettings = z.object({
  PORT: Port.default(3400).meta({ description: "Port to listen on. `0` chooses a free port." }),
  HOST: z
    .string()
    .min(1)
    .default("127.0.0.1")
    .meta({ description: "Address to listen on. Other addresses than loopback require TLS or `TRUSTED_PROXIES`." }),
  TLS_CERT_FILE: File.optional().meta({ description: "Certificate chain in PEM. Requires `TLS_KEY_FILE`." }),
  TLS_KEY_FILE: File.optional().meta({ description: "Private key in PEM. Requires `TLS_CERT_FILE`." }),
  BASE_URL: Origin.optional().meta({
    description: "Address that clients use for Latchkey.",
    unset: "scheme, host and port that Latchkey listens on",
  }),
  SERVICE_PREFIX: commonSettings.SERVICE_PREFIX,
  SERVICE_PREFIX_ALIASES: commonSettings.SERVICE_PREFIX_ALIASES,
  SERVE_FMI_AT_ROOT: Switch.default(false).meta({
    description:
      "`true`: also serves FileMaker's APIs at `/fmi/…`, without a prefix, for clients that don't support one. Only on one machine.",
  }),
  FMS_URL: Origin.optional().meta({
    description:
      "FileMaker Server's public address. Required, except for a demo (`latchkey demo`, or `npm start` in a checkout).",
    unset: "none; a demo starts the sandbox",
  }),
  FMS_ADMIN_URL: commonSettings.FMS_ADMIN_URL,
  FMS_CA_FILE: File.optional().meta({
    description: "Additional CA certificates in PEM that are trusted for FileMaker Server.",
  }),
  FMS_CERT_SHA256: Fingerprint.optional().meta({
    description:
      "SHA-256 fingerprint of FileMaker Server's certificate, for an evaluation before the server has a valid one. Only this certificate is then accepted, whatever its authority, name and expiry. Read the fingerprint on the database host: `openssl x509 -noout -fingerprint -sha256 -in FILE`.",
  }),
  FMS_LOOPBACK_URL: Origin.default("https://127.0.0.1").meta({
    description:
      "Address used instead of `FMS_URL` while `PREVENT_DAPI_CALLOUT` is on. Its certificate must match the name in `FMS_URL`.",
  }),
  FMS_ANSWER_SECONDS: wholeNumber(10, 86_400).default(900).meta({
    description:
      "Timeout for the start of FileMaker Server's response to a proxied call, in seconds. Set it to the run time of your longest script. Calls to a server that hangs end earlier.",
  }),
  PREVENT_DAPI_CALLOUT: commonSettings.PREVENT_DAPI_CALLOUT,
  CALLOUT_NETWORKS: commonSettings.CALLOUT_NETWORKS,
  KNOWN_NETWORKS: commonSettings.KNOWN_NETWORKS,
  SECURITY_CONTACTS: List.pipe(z.array(Contact)).default([]).meta({
    description:
      "Where people report vulnerabilities of this installation: `mailto:` and `https:` addresses, separated by commas. They are served at `/.well-known/security.txt` (RFC 9116). On AWS, the domain's owner serves this file.",
    unset: "the file doesn't exist",
  }),
  GOOGLE_AUTH_WITHOUT_GROUPS: commonSettings.GOOGLE_AUTH_WITHOUT_GROUPS,
  FMS_SERVER_PATH: File.optional().meta({
    description:
      "FileMaker Server's folder, if it is on this machine. Latchkey then starts the agent, which works in this folder.",
    unset: "no agent is started; a demo starts one in the sandbox's folder",
  }),
  FM_TOOLS_PATH: File.optional().meta({ description: "Folder of FileMaker's tools that were downloaded separately." }),
  FMSADMIN_TIMEOUT_IN_SEC: wholeNumber(1, 9999).default(20).meta({
    description:
      "Timeout for `fmsadmin` commands, and for responses that wait until files are open or closed, in seconds.",
  }),
  DATA_DIR: File.default(resolve(".latchkey")).meta({
    description:
      "Folder for all data. Its first start assigns it to a demo or to your server; the other kind of start is rejected.",
    unset: "`.latchkey`; for a demo, `.latchkey-demo`",
  }),
  MASTER_KEY_FILE: File.optional().meta({
    description: "File with the key that encrypts stored passwords, outside `DATA_DIR`. Created at the first start.",
    unset: "the path in `DATA_DIR`, followed by `.key`",
  }),
  UPLOAD_MAX_MB: commonSettings.UPLOAD_MAX_MB,
  UPLOAD_KEY_MB: commonSettings.UPLOAD_KEY_MB,
  SESSION_IDLE_MINUTES: commonSettings.SESSION_IDLE_MINUTES,
  SESSION_HOURS: commonSettings.SESSION_HOURS,
  OAUTH_TOKEN_MINUTES: commonSettings.OAUTH_TOKEN_MINUTES,
  OAUTH_IDLE_DAYS: commonSettings.OAUTH_IDLE_DAYS,
  OAUTH_DAYS: commonSettings.OAUTH_DAYS,
  OAUTH_REUSE_SECONDS: commonSettings.OAUTH_REUSE_SECONDS,
  OAUTH_CLIENT_HOSTS: commonSettings.OAUTH_CLIENT_HOSTS,
  MCP_CALLS_PER_MINUTE: commonSettings.MCP_CALLS_PER_MINUTE,
  MCP_DESTRUCTIVE_PER_HOUR: commonSettings.MCP_DESTRUCTIVE_PER_HOUR,
  LOG_DEBUG: Switch.default(false).meta({
    description:
      "`true`: also logs every call to `svc-debug.log`, with the names of its headers and parameters, but not their values.",
  }),
  LOG_ERRORS_TO_STDERR: Switch.default(false).meta({
    description:
      "`true`: also writes the lines of `svc-error.log` to standard error. The systemd unit sets it, so that the journal has them.",
  }),
  LOG_FILE_MB: Megabytes.default(40).meta({
    description:
      "Maximum size of each log file, in megabytes of 1,000,000 bytes. Each of the seven logs has two files at most.",
  }),
  DEBUG_APP_LOG: commonSettings.DEBUG_APP_LOG,
  AUDIT_DAYS: commonSettings.AUDIT_DAYS,
  TRASH_DAYS: commonSettings.TRASH_DAYS,
  DISK_FLOOR_MB: commonSettings.DISK_FLOOR_MB,
  KEEPJIT: commonSettings.KEEPJIT,
  JIT_BUILD_TIMEOUT_IN_SEC: commonSettings.JIT_BUILD_TIMEOUT_IN_SEC,
  BACKUP_FILE_TIMEOUT_IN_SEC: wholeNumber(1, 86_400).default(600).meta({
    description:
      "Timeout for FileMaker Server's copy of one open file, for builds, deployments and downloads, in seconds. On AWS, set this and `FMSADMIN_TIMEOUT_IN_SEC` for the agent.",
  }),
  PRE_BUILD_SCRIPT_TIMEOUT_IN_SEC: commonSettings.PRE_BUILD_SCRIPT_TIMEOUT_IN_SEC,
  PRE_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC: commonSettings.PRE_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC,
  POST_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC: commonSettings.POST_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC,
  USE_DATABASE_FOLDER_FOR_MIGRATIONS: Switch.default(true).meta({
    description:
      "Accepted for compatibility. Only `true` has an effect: files are always migrated on the disk that hosts them. `false` writes a log line at the start.",
  }),
  CORS_ORIGINS: commonSettings.CORS_ORIGINS,
  TRUSTED_PROXIES: List.pipe(z.array(Network)).default([]).meta({
    description: "Reverse proxies whose `X-Forwarded-For` is trusted: addresses or CIDR ranges, separated by commas.",
  }),
});

/** Parsed settings. */
export type LocalSettings = z.output<typeof LocalSettings>;

export const localSettingNames = Object.keys(LocalSettings.shape);

/**
 * Reads the settings. An empty variable counts as not set, and names that look like a misspelled setting are rejected.
 * @throws SettingRefused
 */
export function readLocalSettings(
  variables: Readonly<Record<string, string | undefined>> = process.env,
): LocalSettings {
  const misspelled = misspelledSetting(variables, localSettingNames);
  if (misspelled !== undefined) throw new SettingRefused(misspelled);
  const settings = parsed(LocalSettings, variables);
  if ((settings.TLS_CERT_FILE === undefined) !== (settings.TLS_KEY_FILE === undefined)) {
    throw new SettingRefused("TLS_CERT_FILE and TLS_KEY_FILE must be set together.");
  }
  if (settings.TLS_CERT_FILE === undefined && settings.TRUSTED_PROXIES.length === 0 && !isLoopback(settings.HOST)) {
    throw new SettingRefused(
      `HOST ${settings.HOST} is reachable from other machines: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES if a reverse proxy terminates TLS.`,
    );
  }
  return settings;
}

/** True for `localhost` and loopback addresses. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");
}
