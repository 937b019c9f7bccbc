import * as z from "zod";
import { commonSettings } from "./common.ts";
import { parsed } from "./parsed.ts";
import { List, Origin, Switch, wholeNumber } from "./scalars.ts";
import { SettingRefused } from "./setting-refused.ts";

/** KMS keys, newest first. An older key stays listed while anything is sealed under it. */
const KeyIds = z.tuple([z.string().min(1)], z.string().min(1));

/** Settings of the Lambda functions, set in serverless.yml from its parameters. */
export const AwsSettings = z.object({
  ...commonSettings,
  SERVICE_PREFIX_ALIASES: commonSettings.SERVICE_PREFIX_ALIASES.removeDefault().default([]),
  FMS_URL: Origin,
  BASE_URL: Origin,
  TABLE_NAME: z.string().min(3),
  BLOBS_BUCKET: z.string().min(3),
  /** Job queue, for functions that start or perform jobs. */
  JOBS_QUEUE_URL: z.url().optional(),
  DEAD_JOBS_QUEUE_URL: z.url().optional(),
  JOBS_QUEUE_ARN: z.string().min(1).optional(),
  DEAD_JOBS_QUEUE_ARN: z.string().min(1).optional(),
  /** Delivery queue, for functions that start or make deliveries. */
  DELIVERIES_QUEUE_URL: z.url().optional(),
  DELIVERIES_QUEUE_ARN: z.string().min(1).optional(),
  DEAD_DELIVERIES_QUEUE_URL: z.url().optional(),
  DEAD_DELIVERIES_QUEUE_ARN: z.string().min(1).optional(),
  /** Group of scheduled messages, and the role with which EventBridge Scheduler sends them. */
  SCHEDULE_GROUP: z.string().min(1).optional(),
  SCHEDULE_ROLE_ARN: z.string().min(1).optional(),
  /** Log group of all functions, for functions that read logs. */
  LOG_GROUP: z.string().min(1).optional(),
  /** Management endpoint of WebSocket connections; agents connect to the same address. */
  LINK_URL: z.url().optional(),
  /** The REST API, for functions that call other functions' operations. */
  API_URL: z.url().optional(),
  /** Seconds that CloudFront waits for a response to begin, and for more of it. API Gateway waits for 300 seconds. */
  ANSWER_SECONDS: wholeNumber(20, 300).default(60),
  /** Set by Lambda. */
  AWS_REGION: z.string().min(1).default("us-east-1"),
  /** Secrets that prove that a call comes through the stack's CloudFront distribution, separated by commas. */
  EDGE_SECRETS: List.pipe(z.array(z.string().min(32))).default([]),
  /** The secret that is in use, for functions that call other functions' operations. */
  EDGE_SECRET: z.string().min(32).optional(),
  /** True to serve calls that bypass the distribution. */
  DIRECT_CALLS: Switch.default(false),
  ENCRYPTION_KEY_IDS: List.pipe(KeyIds),
  /** KMS keys that created the IDs of stored keys before the table held that secret, newest first. */
  FINGERPRINT_KEY_IDS: List.default([]),
});

export type AwsSettings = z.output<typeof AwsSettings>;

/** Reads the settings of a Lambda function. An empty variable counts as not set. @throws SettingRefused */
export function readAwsSettings(variables: Readonly<Record<string, string | undefined>> = process.env): AwsSettings {
  const settings = parsed(AwsSettings, variables);
  // On Lambda, loopback is the function itself; FileMaker Server can't be there.
  if (settings.PREVENT_DAPI_CALLOUT) throw new SettingRefused("PREVENT_DAPI_CALLOUT isn't supported on AWS.");
  // The stack's parameter for the alias is the prefix itself if there is none.
  const aliases = settings.SERVICE_PREFIX_ALIASES.filter((alias) => alias !== settings.SERVICE_PREFIX);
  return { ...settings, SERVICE_PREFIX_ALIASES: aliases };
}
