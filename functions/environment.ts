import { isAbsolute, resolve } from "node:path";
import ipaddr from "ipaddr.js";
import * as z from "zod";
import type { ProxyTimeouts } from "../shared/proxy/relay-plans.ts";

const segment = /^[a-z0-9][a-z0-9-]{0,31}$/;

const Origin = z
  .string()
  .refine(isOrigin, "must be an address such as https://fms.example.com, without a path")
  .transform((text) => new URL(text).origin);

const Prefix = z.string().regex(segment, "must be one path segment of lower-case letters, digits and dashes");

const Switch = z
  .enum(["true", "false", "1", "0"], "must be true or false")
  .transform((text) => text === "true" || text === "1");

const List = z.string().transform((text) =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ""),
);

const Port = z
  .string()
  .regex(/^\d{1,5}$/, "must be a number from 0 to 65535")
  .transform(Number)
  .refine((port) => port <= 65535, "must be a number from 0 to 65535");

const Megabytes = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, "must be a whole number of megabytes")
  .transform(Number);

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((number) => number >= least && number <= most, `must be a whole number from ${least} to ${most}`);

const File = z
  .string()
  .min(1)
  .transform((path) => (isAbsolute(path) ? path : resolve(path)));

/**
 * Every setting, read from the environment once. docs/reference/configuration.md is written from the descriptions and defaults by a test;
 * `unset` says what holds where nothing is set and no fixed value stands in.
 */
export const Environment = z.object({
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
  FMS_URL: Origin.optional().meta({
    description: "FileMaker Server's public address. When it is not set, the sandbox is started in its place.",
    unset: "the sandbox",
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
  PREVENT_DAPI_CALLOUT: Switch.default(false).meta({
    description:
      "`true`: Data API logins and proxied calls go to `FMS_LOOPBACK_URL`, and callouts for webhooks and OData MCP are refused.",
  }),
  CALLOUT_NETWORKS: List.pipe(z.array(z.string().refine(isNetwork, "must hold addresses or CIDR ranges")))
    .default([])
    .meta({
      description:
        "Addresses or CIDR ranges of private networks that calls to other servers may reach, separated by commas. Public addresses may be reached in any case; loopback and cloud metadata addresses never.",
    }),
  FMS_SERVER_PATH: File.optional().meta({
    description:
      "FileMaker Server's folder, when it is on this machine: the agent is started beside the service then, and works in it.",
    unset: "the sandbox's folder; with `FMS_URL`, no agent is started",
  }),
  FMSADMIN_TIMEOUT_IN_SEC: wholeNumber(1, 9999).default(20).meta({
    description:
      "How long a command of fmsadmin may take before the agent ends it, and how long an answer waits for files that open or close. Seconds.",
  }),
  DATA_DIR: File.default(resolve(".latchkey")).meta({
    description: "Folder for everything that is stored.",
    unset: "`.latchkey`",
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
  LOG_DEBUG: Switch.default(false).meta({
    description:
      "`true`: every call is described in `svc-debug.log` too, by the names of its headers and parameters, never by their values.",
  }),
  AUDIT_DAYS: wholeNumber(1, 3650).default(365).meta({ description: "How long the audit trail is kept. Days." }),
  TRASH_DAYS: wholeNumber(1, 3650).default(30).meta({
    description: "How long deleted files stay in the trash, from their deletion on. Days.",
  }),
  DISK_FLOOR_MB: Megabytes.default(1_000).meta({
    description:
      "What work on the database host has to leave free on its disks: where it would leave less, it is refused before it begins. Megabytes of 1,000,000 bytes.",
  }),
  CORS_ORIGINS: List.pipe(z.array(Origin)).default([]).meta({
    description:
      "Origins whose pages may call the APIs with a key from a browser, separated by commas, such as `https://shop.example.com`. Never with the console's cookie.",
  }),
  TRUSTED_PROXIES: List.pipe(z.array(z.string().refine(isNetwork, "must hold addresses or CIDR ranges")))
    .default([])
    .meta({
      description:
        "Addresses or CIDR ranges of reverse proxies whose `X-Forwarded-For` is believed, separated by commas.",
    }),
});

/** The settings as the program uses them. */
export type Settings = z.output<typeof Environment>;

/** A setting is wrong. The message is one sentence for the person who starts the program. */
export class SettingRefused extends Error {
  override readonly name = "SettingRefused";
}

/** Reads the settings. An empty variable counts as not set. @throws SettingRefused */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const settings = parsed(Environment, variables);
  if ((settings.TLS_CERT_FILE === undefined) !== (settings.TLS_KEY_FILE === undefined)) {
    throw new SettingRefused("TLS_CERT_FILE and TLS_KEY_FILE must be set together.");
  }
  if (settings.PREVENT_DAPI_CALLOUT && settings.FMS_URL === undefined) {
    throw new SettingRefused("PREVENT_DAPI_CALLOUT needs FMS_URL: the sandbox makes no callouts.");
  }
  if (settings.TLS_CERT_FILE === undefined && settings.TRUSTED_PROXIES.length === 0 && !isLoopback(settings.HOST)) {
    throw new SettingRefused(
      `HOST ${settings.HOST} is reachable from other machines: set TLS_CERT_FILE and TLS_KEY_FILE, or TRUSTED_PROXIES when a reverse proxy does TLS.`,
    );
  }
  return settings;
}

function parsed<S extends z.ZodType>(schema: S, variables: Readonly<Record<string, string | undefined>>): z.output<S> {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ""),
  );
  // Read once in a process: code made for it would cost a cold start more than it gives back.
  const outcome = schema.safeParse(given, { jitless: true });
  if (!outcome.success) {
    const [issue] = outcome.error.issues;
    throw new SettingRefused(`${String(issue?.path[0])} ${issue?.message ?? "is wrong"}.`);
  }
  return outcome.data;
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");
}

function isNetwork(text: string): boolean {
  const [address = ""] = text.split("/");
  // `10` and `0x7f.1` are IPv4 addresses to some, and more often slips.
  if (!ipaddr.IPv6.isValid(address) && !ipaddr.IPv4.isValidFourPartDecimal(address)) return false;
  return text.includes("/") ? ipaddr.isValidCIDR(text) : true;
}

/** KMS keys, newest first: an older one is named for as long as something is sealed, or has its id, under it. */
const KeyIds = z.tuple([z.string().min(1)], z.string().min(1));

/** The settings of the Lambda functions, which serverless.yml sets from its parameters. */
export const AwsEnvironment = Environment.pick({
  SERVICE_PREFIX: true,
  SERVICE_PREFIX_ALIASES: true,
  FMS_ADMIN_URL: true,
  PREVENT_DAPI_CALLOUT: true,
  CALLOUT_NETWORKS: true,
  CORS_ORIGINS: true,
  UPLOAD_MAX_MB: true,
  UPLOAD_KEY_MB: true,
  SESSION_IDLE_MINUTES: true,
  SESSION_HOURS: true,
  AUDIT_DAYS: true,
  TRASH_DAYS: true,
  DISK_FLOOR_MB: true,
}).extend({
  FMS_URL: Origin,
  BASE_URL: Origin,
  TABLE_NAME: z.string().min(3),
  BLOBS_BUCKET: z.string().min(3),
  /** The queue of work, for functions that start or do some. */
  JOBS_QUEUE_URL: z.url().optional(),
  DEAD_JOBS_QUEUE_URL: z.url().optional(),
  JOBS_QUEUE_ARN: z.string().min(1).optional(),
  DEAD_JOBS_QUEUE_ARN: z.string().min(1).optional(),
  /** Where schedules of work are, and the role that EventBridge Scheduler takes on to send their messages. */
  SCHEDULE_GROUP: z.string().min(1).optional(),
  SCHEDULE_ROLE_ARN: z.string().min(1).optional(),
  /** The log group of all functions, for those that read logs. */
  LOG_GROUP: z.string().min(1).optional(),
  /** Where connections of the WebSocket API are managed; agents open their links at the same place. */
  LINK_URL: z.url().optional(),
  /** How long CloudFront waits for an answer to begin, and for more of it. API Gateway waits for 300 seconds. */
  ANSWER_SECONDS: wholeNumber(20, 300).default(60),
  /** Lambda's own. */
  AWS_REGION: z.string().min(1).default("us-east-1"),
  /** What the stack's own CloudFront distribution says to be known by. */
  EDGE_PROOF: z.string().min(16).optional(),
  ENCRYPTION_KEY_IDS: List.pipe(KeyIds),
  FINGERPRINT_KEY_IDS: List.pipe(KeyIds),
});

/** What uploads may hold, in bytes. */
export function uploadLimits({ UPLOAD_MAX_MB, UPLOAD_KEY_MB }: Pick<Settings, "UPLOAD_MAX_MB" | "UPLOAD_KEY_MB">) {
  return { largestBytes: UPLOAD_MAX_MB * 1_000_000, keyBytes: UPLOAD_KEY_MB * 1_000_000 };
}

/**
 * How long FileMaker Server may take behind CloudFront, in milliseconds: whoever waits longer is answered by us, in the words of the
 * API that he called, before CloudFront answers him with a page.
 */
export function answerLimits({ ANSWER_SECONDS }: Pick<AwsSettings, "ANSWER_SECONDS">): ProxyTimeouts {
  const milliseconds = ANSWER_SECONDS * 1000 - beforehandMs;
  return { headersMs: milliseconds, bodyMs: milliseconds };
}

/** For a cold start, a login, and saying that it was too long. */
const beforehandMs = 5_000;

type TimeSettings = Pick<Settings, "SESSION_IDLE_MINUTES" | "SESSION_HOURS" | "AUDIT_DAYS" | "TRASH_DAYS"> &
  Partial<Pick<Settings, "FMSADMIN_TIMEOUT_IN_SEC">>;

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

export type AwsSettings = z.output<typeof AwsEnvironment>;

/** Reads the settings of a Lambda function. An empty variable counts as not set. @throws SettingRefused */
export function readAwsEnvironment(variables: Readonly<Record<string, string | undefined>> = process.env): AwsSettings {
  const settings = parsed(AwsEnvironment, variables);
  // Loopback is the function itself there: FileMaker Server cannot be on it.
  if (settings.PREVENT_DAPI_CALLOUT) throw new SettingRefused("PREVENT_DAPI_CALLOUT does not work on AWS.");
  return settings;
}
