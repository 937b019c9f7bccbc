import { AwsSettings } from "../../functions/settings/aws.ts";
import { SettingRefused } from "../../functions/settings/setting-refused.ts";

/**
 * Checks parameters early, instead of minutes later in CloudFormation or at the first call.
 * @throws SettingRefused with a sentence for the user
 */
export function checkParameters(parameters: Readonly<Record<string, string>>): void {
  const {
    fmsUrl,
    region,
    domain,
    certificateArn,
    corsOrigins = "",
    encryptionKeys = "own",
    fingerprintKeys,
    subnetIds,
    securityGroupIds,
  } = parameters;
  if (fmsUrl === undefined) {
    throw new SettingRefused('FileMaker Server\'s address is required: --param="fmsUrl=https://fms.example.com"');
  }
  // A stack is only looked up in its region: a default region could create a second stack next to an existing one.
  if (region === undefined) {
    throw new SettingRefused('The region is required: --param="region=eu-central-1"');
  }
  if (!/^[a-z]{2}(?:-[a-z]+)+-\d$/.test(region)) {
    throw new SettingRefused("region must be an AWS region, such as eu-central-1.");
  }
  for (const [name, setting] of Object.entries(settings)) {
    const value = parameters[name];
    if (value === undefined) continue;
    const outcome = AwsSettings.shape[setting].safeParse(value);
    if (!outcome.success) throw new SettingRefused(`${name} ${outcome.error.issues[0]?.message ?? "is invalid"}.`);
  }
  if (!fmsUrl.startsWith("https:")) {
    throw new SettingRefused("fmsUrl must begin with https: AWS sends passwords to FileMaker Server.");
  }
  for (const name of ["callsPerSecond", "eventStreamsPerSecond"]) {
    if (!/^[1-9]\d{0,4}$/.test(parameters[name] ?? "1"))
      throw new SettingRefused(`${name} must be a whole number from 1 to 99999.`);
  }
  for (const name of ["dashboard", "accessLog", "tracing"]) {
    if (!/^(?:true|false)$/.test(parameters[name] ?? "false"))
      throw new SettingRefused(`${name} must be true or false.`);
  }
  for (const name of ["proxyConcurrency", "eventsConcurrency"]) {
    if (!/^[1-9]\d{0,4}$/.test(parameters[name] ?? "1"))
      throw new SettingRefused(`${name} must be a whole number from 1 to 99999.`);
  }
  checkBudget(parameters);
  checkBackupVault(parameters);
  const origins = AwsSettings.shape.CORS_ORIGINS.safeParse(corsOrigins);
  // CloudFront compares origins exactly, as browsers send them.
  if (origins.data?.join(",") !== corsOrigins) {
    throw new SettingRefused(
      "corsOrigins must be origins in the form that browsers send, such as https://shop.example.com, separated by commas.",
    );
  }
  if (parameters.logRetentionDays !== undefined && !retentionDays.has(Number(parameters.logRetentionDays))) {
    throw new SettingRefused(
      `logRetentionDays must be a number of days that CloudWatch supports: ${[...retentionDays].join(", ")}.`,
    );
  }
  if ((domain === undefined) !== (certificateArn === undefined)) {
    throw new SettingRefused("domain and certificateArn must be set together.");
  }
  if (
    certificateArn !== undefined &&
    !/^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/.test(certificateArn)
  ) {
    throw new SettingRefused("certificateArn must be an ACM certificate in us-east-1, as CloudFront requires.");
  }
  for (const [name, form, place] of [
    ["alarmTopicArn", new RegExp(`^arn:aws[a-z-]*:sns:${region}:\\d{12}:[\\w-]+$`), "the stack's region"],
    ["edgeAlarmTopicArn", /^arn:aws[a-z-]*:sns:us-east-1:\d{12}:[\w-]+$/, "us-east-1"],
  ] as const) {
    if (parameters[name] !== undefined && !form.test(parameters[name]))
      throw new SettingRefused(`${name} must be the ARN of an SNS topic in ${place}: alarms can't notify others.`);
  }
  if (!encryptionKeys.split(",").every((key) => key === "own" || kmsKey.test(key))) {
    throw new SettingRefused(
      "encryptionKeys must have ARNs of KMS keys, or own for the stack's key, separated by commas.",
    );
  }
  if (fingerprintKeys !== undefined && !fingerprintKeys.split(",").every((key) => kmsKey.test(key))) {
    throw new SettingRefused("fingerprintKeys must have ARNs of KMS keys, separated by commas.");
  }
  if ((subnetIds === undefined) !== (securityGroupIds === undefined)) {
    throw new SettingRefused("subnetIds and securityGroupIds must be set together.");
  }
  for (const [name, list, form, most] of [
    ["subnetIds", subnetIds, /^subnet-[0-9a-f]{8,17}$/, 16],
    ["securityGroupIds", securityGroupIds, /^sg-[0-9a-f]{8,17}$/, 5],
  ] as const) {
    const ids = list?.split(",") ?? [];
    // Limit of Lambda.
    if (ids.length > most || !ids.every((id) => form.test(id)))
      throw new SettingRefused(`${name} must have at most ${most} ids from the VPC console, separated by commas.`);
  }
}

function checkBudget({ budgetUsd, budgetEmail }: Readonly<Record<string, string>>): void {
  if ((budgetUsd === undefined) !== (budgetEmail === undefined))
    throw new SettingRefused("budgetUsd and budgetEmail must be set together.");
  if (budgetUsd !== undefined && !/^[1-9]\d{0,6}$/.test(budgetUsd))
    throw new SettingRefused("budgetUsd must be a whole number of US dollars a month.");
  if (budgetEmail !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(budgetEmail))
    throw new SettingRefused("budgetEmail must be an email address.");
}

function checkBackupVault({ backupVaultArn, region }: Readonly<Record<string, string>>): void {
  if (backupVaultArn === undefined) return;
  const [, place] = /^arn:aws[a-z-]*:backup:([a-z0-9-]+):\d{12}:backup-vault:[\w-]{2,50}$/.exec(backupVaultArn) ?? [];
  if (place === undefined || place === region)
    throw new SettingRefused("backupVaultArn must be the ARN of a vault of AWS Backup in another region.");
}

const kmsKey = /^arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key\/(?:mrk-[0-9a-f]{32}|[0-9a-f-]{36})$/;

/** Parameters that become settings of the functions: values that a function would reject at its first call are rejected here. */
const settings = {
  prefix: "SERVICE_PREFIX",
  prefixAlias: "SERVICE_PREFIX",
  fmsUrl: "FMS_URL",
  fmsAdminUrl: "FMS_ADMIN_URL",
  directCalls: "DIRECT_CALLS",
  answerSeconds: "ANSWER_SECONDS",
  uploadMaxMb: "UPLOAD_MAX_MB",
  uploadKeyMb: "UPLOAD_KEY_MB",
  calloutNetworks: "CALLOUT_NETWORKS",
  knownNetworks: "KNOWN_NETWORKS",
  googleAuthWithoutGroups: "GOOGLE_AUTH_WITHOUT_GROUPS",
  sessionIdleMinutes: "SESSION_IDLE_MINUTES",
  sessionHours: "SESSION_HOURS",
  oauthTokenMinutes: "OAUTH_TOKEN_MINUTES",
  oauthIdleDays: "OAUTH_IDLE_DAYS",
  oauthDays: "OAUTH_DAYS",
  oauthReuseSeconds: "OAUTH_REUSE_SECONDS",
  oauthClientHosts: "OAUTH_CLIENT_HOSTS",
  mcpCallsPerMinute: "MCP_CALLS_PER_MINUTE",
  mcpDestructivePerHour: "MCP_DESTRUCTIVE_PER_HOUR",
  auditDays: "AUDIT_DAYS",
  trashDays: "TRASH_DAYS",
  diskFloorMb: "DISK_FLOOR_MB",
  keepJit: "KEEPJIT",
  jitBuildSeconds: "JIT_BUILD_TIMEOUT_IN_SEC",
  preBuildScriptSeconds: "PRE_BUILD_SCRIPT_TIMEOUT_IN_SEC",
  preDeploymentScriptSeconds: "PRE_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC",
  postDeploymentScriptSeconds: "POST_DEPLOYMENT_SCRIPT_TIMEOUT_IN_SEC",
  debugAppLog: "DEBUG_APP_LOG",
} as const satisfies Readonly<Record<string, keyof typeof AwsSettings.shape>>;

/** Retention periods in days that CloudWatch supports. */
const retentionDays: ReadonlySet<number> = new Set([
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
]);
