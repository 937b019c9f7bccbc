import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import * as z from "zod";
import { misspelledSetting } from "#shared/settings/misspelled-setting.ts";
import { Fingerprint } from "#shared/settings/sha256-fingerprint.ts";
import { parsed } from "./parsed.ts";
import {
  CallerOrigin,
  Contact,
  File,
  List,
  Megabytes,
  Network,
  Origin,
  Port,
  Prefix,
  Switch,
  wholeNumber,
} from "./scalars.ts";
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
  SERVICE_PREFIX: Prefix.default("svc").meta({ description: "First segment of every path." }),
  SERVICE_PREFIX_ALIASES: List.pipe(z.array(Prefix)).default(["otto"]).meta({
    description:
      "Additional first segments for the same routes, separated by commas. `otto` is the address of OttoFMS, for clients that moved from it. Set the prefix itself to have none.",
  }),
  SERVE_FMI_AT_ROOT: Switch.default(false).meta({
    description:
      "`true`: also serves FileMaker's APIs at `/fmi/…`, without a prefix, for clients that don't support one. Only on one machine.",
  }),
  FMS_URL: Origin.optional().meta({
    description:
      "FileMaker Server's public address. Required, except for a demo (`latchkey demo`, or `npm start` in a checkout).",
    unset: "none; a demo starts the sandbox",
  }),
  FMS_ADMIN_URL: Origin.optional().meta({
    description: "Address of FileMaker Server's Admin API.",
    unset: "`FMS_URL`",
  }),
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
  PREVENT_DAPI_CALLOUT: Switch.default(false).meta({
    description:
      "`true`: sends Data API logins and proxied calls to `FMS_LOOPBACK_URL`, and rejects calls for webhooks and OData MCP, and table triggers without the relay.",
  }),
  CALLOUT_NETWORKS: List.pipe(z.array(Network)).default([]).meta({
    description:
      "Private networks that calls to other servers can reach: addresses or CIDR ranges, separated by commas. Public addresses are always allowed, loopback and cloud metadata addresses never. Calls with an Admin API key or a configuration can use plain HTTP in these networks; everywhere else, they require HTTPS. The same rules apply to table triggers without the relay.",
  }),
  KNOWN_NETWORKS: List.pipe(z.array(Network)).default([]).meta({
    description:
      "Networks whose clients can sign in while others guess passwords, for example programs that use a password from changing addresses: addresses or CIDR ranges, separated by commas. Each network is limited to 10 wrong passwords per account and 20 in total within 15 minutes. List only networks that you trust.",
  }),
  SECURITY_CONTACTS: List.pipe(z.array(Contact)).default([]).meta({
    description:
      "Where people report vulnerabilities of this installation: `mailto:` and `https:` addresses, separated by commas. They are served at `/.well-known/security.txt` (RFC 9116). On AWS, the domain's owner serves this file.",
    unset: "the file doesn't exist",
  }),
  GOOGLE_AUTH_WITHOUT_GROUPS: Switch.default(false).meta({
    description:
      "`true`: `POST /svc/api/google-auth/token` exchanges codes with Google even if no credentials are saved. The ID tokens then contain no groups.",
  }),
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
  UPLOAD_MAX_MB: Megabytes.default(2_000).meta({
    description: "Maximum size of a file for `/svc/api/uploads`, in megabytes of 1,000,000 bytes.",
  }),
  UPLOAD_KEY_MB: Megabytes.default(4_000).meta({
    description: "Maximum total size of a Data API key's unused uploads, in megabytes.",
  }),
  SESSION_IDLE_MINUTES: wholeNumber(1, 24 * 60)
    .default(30)
    .meta({
      description: "Lifetime of a user's unused session, in minutes.",
    }),
  SESSION_HOURS: wholeNumber(1, 24 * 30)
    .default(12)
    .meta({
      description: "Maximum lifetime of a user's session, in hours.",
    }),
  OAUTH_TOKEN_MINUTES: wholeNumber(1, 60).default(10).meta({
    description: "Lifetime of an AI client's access token after a sign-in, in minutes.",
  }),
  OAUTH_IDLE_DAYS: wholeNumber(1, 365).default(30).meta({
    description: "Lifetime of an AI client's unused sign-in, in days.",
  }),
  OAUTH_DAYS: wholeNumber(1, 365).default(90).meta({
    description: "Maximum lifetime of an AI client's sign-in, in days.",
  }),
  OAUTH_CLIENT_HOSTS: List.default([]).meta({
    description:
      "Allowed hosts for metadata documents of AI clients, such as `claude.ai`, separated by commas. Doesn't apply to clients that register themselves.",
    unset: "every public host",
  }),
  MCP_CALLS_PER_MINUTE: wholeNumber(1, 10_000).default(60).meta({
    description:
      "Maximum number of tool calls per minute of an AI client with one credential. An MCP server can have a limit of its own.",
  }),
  MCP_DESTRUCTIVE_PER_HOUR: wholeNumber(1, 10_000).default(10).meta({
    description:
      "Maximum number of tool calls per hour, per credential, that close, overwrite, delete or disconnect something.",
  }),
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
  DEBUG_APP_LOG: Switch.default(false).meta({
    description:
      "`true`: also stores the levels `http`, `verbose` and `debug` of `POST /svc/api/app-log`, in `app-debug.log`.",
  }),
  AUDIT_DAYS: wholeNumber(1, 3650).default(365).meta({ description: "Retention of the audit trail, in days." }),
  TRASH_DAYS: wholeNumber(1, 3650).default(30).meta({
    description: "Retention of deleted files in the trash, in days.",
  }),
  DISK_FLOOR_MB: Megabytes.default(1_000).meta({
    description:
      "Free disk space on the database host that tasks must leave, in megabytes of 1,000,000 bytes. A task that would leave less is rejected before it starts.",
  }),
  KEEPJIT: Switch.default(false).meta({
    description:
      "`true`: keeps builds that other servers created for one deployment. Otherwise, they are deleted after it.",
  }),
  JIT_BUILD_TIMEOUT_IN_SEC: wholeNumber(1, 86_400).default(1_800).meta({
    description: "Timeout of a deployment for a build that another server creates for it, in seconds.",
  }),
  BACKUP_FILE_TIMEOUT_IN_SEC: wholeNumber(1, 86_400).default(600).meta({
    description:
      "Timeout for FileMaker Server's copy of one open file, for builds, deployments and downloads, in seconds. On AWS, set this and `FMSADMIN_TIMEOUT_IN_SEC` for the agent.",
  }),
  PRE_BUILD_SCRIPT_TIMEOUT_IN_SEC: wholeNumber(1, 86_400).default(3_600).meta({
    description: "Default timeout for a script before a build, in seconds.",
  }),
  PRE_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC: wholeNumber(1, 86_400).default(3_600).meta({
    description: "The same for a script before a deployment.",
  }),
  POST_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC: wholeNumber(1, 86_400).default(3_600).meta({
    description: "The same for a script after a deployment.",
  }),
  USE_DATABASE_FOLDER_FOR_MIGRATIONS: Switch.default(true).meta({
    description:
      "Accepted for compatibility. Only `true` has an effect: files are always migrated on the disk that hosts them. `false` writes a log line at the start.",
  }),
  CORS_ORIGINS: List.pipe(z.array(CallerOrigin)).default([]).meta({
    description:
      "Origins whose pages can call the APIs with a key, separated by commas, such as `https://shop.example.com`. The console's cookie is never accepted from them. `null` allows FileMaker's web viewers, and every sandboxed page with them; [see the risk](../guides/running.md#allow-filemakers-web-viewers).",
  }),
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
