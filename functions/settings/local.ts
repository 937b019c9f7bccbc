import { resolve } from "node:path";
import ipaddr from "ipaddr.js";
import * as z from "zod";
import { misspelledSetting } from "#shared/settings/misspelled-setting.ts";
import { parsed } from "./parsed.ts";
import { File, List, Megabytes, Network, Origin, Port, Prefix, Switch, wholeNumber } from "./scalars.ts";
import { SettingRefused } from "./setting-refused.ts";

/**
 * All settings, read from the environment once. A test writes docs/reference/configuration.md from descriptions and defaults; `unset`
 * describes the behavior without a value or fixed default.
 */
export const LocalSettings = z.object({
  PORT: Port.default(3400).meta({ description: "Port to listen on. `0` picks a free one." }),
  HOST: z
    .string()
    .min(1)
    .default("127.0.0.1")
    .meta({ description: "Address to listen on. Beyond loopback, TLS or `TRUSTED_PROXIES` must be set." }),
  TLS_CERT_FILE: File.optional().meta({ description: "Certificate chain in PEM. Needs `TLS_KEY_FILE`." }),
  TLS_KEY_FILE: File.optional().meta({ description: "Private key in PEM. Needs `TLS_CERT_FILE`." }),
  BASE_URL: Origin.optional().meta({
    description: "Address under which callers reach the service.",
    unset: "scheme, host and port that it listens on",
  }),
  SERVICE_PREFIX: Prefix.default("svc").meta({ description: "First segment of every path." }),
  SERVICE_PREFIX_ALIASES: List.pipe(z.array(Prefix))
    .default([])
    .meta({ description: "Further first segments that serve the same routes, separated by commas, such as `otto`." }),
  SERVE_FMI_AT_ROOT: Switch.default(false).meta({
    description:
      "`true`: FileMaker's APIs are served at `/fmi/…` too, without a prefix, for clients that know none. On one machine only.",
  }),
  FMS_URL: Origin.optional().meta({
    description:
      "FileMaker Server's public address. Required, except for a demo (`latchkey demo`, or `npm start` in a checkout).",
    unset: "none; a demo starts the sandbox",
  }),
  FMS_ADMIN_URL: Origin.optional().meta({ description: "Where the Admin API listens.", unset: "`FMS_URL`" }),
  FMS_CA_FILE: File.optional().meta({
    description:
      "Certificates in PEM that FileMaker Server's certificate may be vouched for by, beside the usual ones.",
  }),
  FMS_LOOPBACK_URL: Origin.default("https://127.0.0.1").meta({
    description:
      "Address that takes the place of `FMS_URL` while `PREVENT_DAPI_CALLOUT` is on. Its certificate is checked against the name in `FMS_URL`.",
  }),
  FMS_ANSWER_SECONDS: wholeNumber(10, 86_400).default(900).meta({
    description:
      "How long a proxied call waits until FileMaker Server begins its answer: as long as your longest script runs. Calls to a server that hangs, rather than being slow, end earlier.",
  }),
  PREVENT_DAPI_CALLOUT: Switch.default(false).meta({
    description:
      "`true`: Data API logins and proxied calls go to `FMS_LOOPBACK_URL`, and callouts for webhooks and OData MCP, and table triggers straight to an address, are refused.",
  }),
  CALLOUT_NETWORKS: List.pipe(z.array(Network)).default([]).meta({
    description:
      "Addresses or CIDR ranges of private networks that calls to other servers may reach, separated by commas. Public addresses can always be reached, loopback and cloud metadata addresses never. Calls that carry an Admin API key or a configuration use plain http only within these networks, and https everywhere else. Table triggers that FileMaker Server sends straight to an address follow the same rules.",
  }),
  KNOWN_NETWORKS: List.pipe(z.array(Network)).default([]).meta({
    description:
      "Addresses or CIDR ranges, separated by commas, whose clients can sign in while others guess, such as those of programs that use a password from changing addresses. Each has 10 wrong passwords for an account and 20 in all within 15 minutes. List only networks that you trust.",
  }),
  GOOGLE_AUTH_WITHOUT_GROUPS: Switch.default(false).meta({
    description:
      "`true`: `POST /svc/api/google-auth/token` exchanges codes at Google even if no credentials are saved; the ID tokens have no groups then.",
  }),
  FMS_SERVER_PATH: File.optional().meta({
    description:
      "FileMaker Server's folder, when it is on this machine: the agent is started beside the service then, and works in it.",
    unset: "no agent is started; a demo starts one in the sandbox's folder",
  }),
  FMSADMIN_TIMEOUT_IN_SEC: wholeNumber(1, 9999).default(20).meta({
    description:
      "How long a command of fmsadmin may take before the agent ends it, and how long an answer waits for files that open or close. Seconds.",
  }),
  DATA_DIR: File.default(resolve(".latchkey")).meta({
    description:
      "Folder for everything that is stored. It belongs to a demo or to your server from its first start on; the other kind of start is refused.",
    unset: "`.latchkey`; of a demo, `.latchkey-demo`",
  }),
  MASTER_KEY_FILE: File.optional().meta({
    description: "File with the key that seals stored passwords, outside of `DATA_DIR`. Created at the first start.",
    unset: "`DATA_DIR` with `.key` behind it",
  }),
  UPLOAD_MAX_MB: Megabytes.default(2_000).meta({
    description: "Largest file that can be brought with `/svc/api/uploads`. Megabytes of 1,000,000 bytes.",
  }),
  UPLOAD_KEY_MB: Megabytes.default(4_000).meta({
    description: "What all uploads of one Data API Key may hold together, until calls have taken them. Megabytes.",
  }),
  SESSION_IDLE_MINUTES: wholeNumber(1, 24 * 60)
    .default(30)
    .meta({
      description: "A person's session ends when it is not used for so long. Minutes.",
    }),
  SESSION_HOURS: wholeNumber(1, 24 * 30)
    .default(12)
    .meta({
      description: "A person's session ends so long after the sign-in, however much it is used. Hours.",
    }),
  OAUTH_TOKEN_MINUTES: wholeNumber(1, 60).default(10).meta({
    description: "How long an access token lasts that an AI client got by a sign-in. Minutes.",
  }),
  OAUTH_IDLE_DAYS: wholeNumber(1, 365).default(30).meta({
    description: "A sign-in of an AI client ends when the client does not come back for so long. Days.",
  }),
  OAUTH_DAYS: wholeNumber(1, 365).default(90).meta({
    description: "A sign-in of an AI client ends so long after it was made, however often the client comes back. Days.",
  }),
  OAUTH_CLIENT_HOSTS: List.default([]).meta({
    description:
      "The only hosts whose AI clients may sign people in by the address of a metadata document, such as `claude.ai`, separated by commas. Clients that register themselves are not concerned.",
    unset: "every public host",
  }),
  LOG_DEBUG: Switch.default(false).meta({
    description:
      "`true`: every call is described in `svc-debug.log` too, by the names of its headers and parameters, never by their values.",
  }),
  DEBUG_APP_LOG: Switch.default(false).meta({
    description:
      "`true`: of what programs send to `POST /svc/api/app-log`, the levels `http`, `verbose` and `debug` are kept too, in `app-debug.log`.",
  }),
  AUDIT_DAYS: wholeNumber(1, 3650).default(365).meta({ description: "How long the audit trail is kept. Days." }),
  TRASH_DAYS: wholeNumber(1, 3650).default(30).meta({
    description: "How long deleted files stay in the trash, from their deletion on. Days.",
  }),
  DISK_FLOOR_MB: Megabytes.default(1_000).meta({
    description:
      "What work on the database host has to leave free on its disks: where it would leave less, it is refused before it begins. Megabytes of 1,000,000 bytes.",
  }),
  KEEPJIT: Switch.default(false).meta({
    description:
      "`true`: builds that other servers have made for one deployment stay there after it. Otherwise they are deleted at its end.",
  }),
  JIT_BUILD_TIMEOUT_IN_SEC: wholeNumber(1, 86_400).default(1_800).meta({
    description: "How long a deployment waits for a build that another server makes for it. Seconds.",
  }),
  BACKUP_FILE_TIMEOUT_IN_SEC: wholeNumber(1, 86_400).default(600).meta({
    description:
      "How long FileMaker Server may take to copy one open file, for builds, deployments and downloads. Seconds. On AWS it is set for the agent, as `FMSADMIN_TIMEOUT_IN_SEC` is.",
  }),
  PRE_BUILD_SCRIPT_TIMEOUT_IN_SEC: wholeNumber(1, 86_400).default(3_600).meta({
    description: "How long a script before a build may run that names no time limit of its own. Seconds.",
  }),
  PRE_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC: wholeNumber(1, 86_400).default(3_600).meta({
    description: "The same of a script before a deployment. Seconds.",
  }),
  POST_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC: wholeNumber(1, 86_400).default(3_600).meta({
    description: "The same of a script after a deployment. Seconds.",
  }),
  USE_DATABASE_FOLDER_FOR_MIGRATIONS: Switch.default(true).meta({
    description:
      "Taken for installations that set it. Only `true` is possible: files are always migrated on the disk that they are hosted on. `false` is noted in the log at the start.",
  }),
  CORS_ORIGINS: List.pipe(z.array(Origin)).default([]).meta({
    description:
      "Origins whose pages may call the APIs with a key from a browser, separated by commas, such as `https://shop.example.com`. Never with the console's cookie.",
  }),
  TRUSTED_PROXIES: List.pipe(z.array(Network)).default([]).meta({
    description:
      "Addresses or CIDR ranges of reverse proxies whose `X-Forwarded-For` is believed, separated by commas.",
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
      `HOST ${settings.HOST} is reachable from other machines: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES when a reverse proxy does TLS.`,
    );
  }
  return settings;
}

/** True for `localhost` and loopback addresses. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");
}
