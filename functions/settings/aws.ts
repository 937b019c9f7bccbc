import * as z from "zod";
import { LocalSettings } from "./local.ts";
import { parsed } from "./parsed.ts";
import { List, Origin, wholeNumber } from "./scalars.ts";
import { SettingRefused } from "./setting-refused.ts";

/** KMS keys, newest first: an older one is named for as long as something is sealed under it. */
const KeyIds = z.tuple([z.string().min(1)], z.string().min(1));

/** The settings of the Lambda functions, which serverless.yml sets from its parameters. */
export const AwsSettings = LocalSettings.pick({
  SERVICE_PREFIX: true,
  SERVICE_PREFIX_ALIASES: true,
  FMS_ADMIN_URL: true,
  PREVENT_DAPI_CALLOUT: true,
  CALLOUT_NETWORKS: true,
  CORS_ORIGINS: true,
  KNOWN_NETWORKS: true,
  GOOGLE_AUTH_WITHOUT_GROUPS: true,
  UPLOAD_MAX_MB: true,
  UPLOAD_KEY_MB: true,
  SESSION_IDLE_MINUTES: true,
  SESSION_HOURS: true,
  OAUTH_TOKEN_MINUTES: true,
  OAUTH_IDLE_DAYS: true,
  OAUTH_DAYS: true,
  OAUTH_CLIENT_HOSTS: true,
  AUDIT_DAYS: true,
  TRASH_DAYS: true,
  DEBUG_APP_LOG: true,
  DISK_FLOOR_MB: true,
  KEEPJIT: true,
  JIT_BUILD_TIMEOUT_IN_SEC: true,
  PRE_BUILD_SCRIPT_TIMEOUT_IN_SEC: true,
  PRE_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC: true,
  POST_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC: true,
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
  /** The queue of deliveries, for functions that start or make some. */
  DELIVERIES_QUEUE_URL: z.url().optional(),
  DELIVERIES_QUEUE_ARN: z.string().min(1).optional(),
  DEAD_DELIVERIES_QUEUE_URL: z.url().optional(),
  DEAD_DELIVERIES_QUEUE_ARN: z.string().min(1).optional(),
  /** Where messages for later are, and the role that EventBridge Scheduler takes on to send them. */
  SCHEDULE_GROUP: z.string().min(1).optional(),
  SCHEDULE_ROLE_ARN: z.string().min(1).optional(),
  /** The log group of all functions, for those that read logs. */
  LOG_GROUP: z.string().min(1).optional(),
  /** Where connections of the WebSocket API are managed; agents open their links at the same place. */
  LINK_URL: z.url().optional(),
  /** The REST API itself, for functions that call what others serve. */
  API_URL: z.url().optional(),
  /** How long CloudFront waits for an answer to begin, and for more of it. API Gateway waits for 300 seconds. */
  ANSWER_SECONDS: wholeNumber(20, 300).default(60),
  /** Lambda's own. */
  AWS_REGION: z.string().min(1).default("us-east-1"),
  /** What the stack's own CloudFront distribution says to be known by. */
  EDGE_PROOF: z.string().min(16).optional(),
  ENCRYPTION_KEY_IDS: List.pipe(KeyIds),
  /** KMS keys that made the ids of stored keys before the table kept the secret for that, newest first. */
  FINGERPRINT_KEY_IDS: List.default([]),
});

export type AwsSettings = z.output<typeof AwsSettings>;

/** Reads the settings of a Lambda function. An empty variable counts as not set. @throws SettingRefused */
export function readAwsSettings(variables: Readonly<Record<string, string | undefined>> = process.env): AwsSettings {
  const settings = parsed(AwsSettings, variables);
  // Loopback is the function itself there: FileMaker Server cannot be on it.
  if (settings.PREVENT_DAPI_CALLOUT) throw new SettingRefused("PREVENT_DAPI_CALLOUT does not work on AWS.");
  return settings;
}
