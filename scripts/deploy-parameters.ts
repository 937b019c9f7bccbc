import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { AwsSettings } from "../functions/settings/aws.ts";
import { SettingRefused } from "../functions/settings/setting-refused.ts";

/** What `npm run deploy` was asked for. */
export interface Deployment {
  readonly dryRun: boolean;
  /** Whether the stack stays as it is, and gets the console alone. */
  readonly onlyConsole: boolean;
  /** The stack's name. */
  readonly stack: string;
  /** The stack's parameters by name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** First segment of the API's paths. */
  readonly prefix: string;
  readonly region: string;
  /** The framework's arguments, parameters included. */
  readonly frameworkArguments: readonly string[];
}

/** The stack's parameters and what holds where one is not given. */
const declared: Readonly<Record<string, unknown>> = parse(
  readFileSync(new URL("../serverless.yml", import.meta.url), "utf8"),
  { logLevel: "silent" },
).params.default;

/** Reads the command line. @throws SettingRefused with a sentence for the user */
export function readDeployment(words: readonly string[]): Deployment {
  const { values } = parsed(words);
  const given = (values.param ?? []).map(parameter);
  // One that is given as nothing is as good as left out.
  const parameters = Object.fromEntries(given.filter(([, value]) => value !== ""));
  for (const [name] of given) {
    if (!(name in declared)) {
      throw new SettingRefused(`There is no parameter ${name}. There are ${Object.keys(declared).join(", ")}.`);
    }
  }
  check(parameters);
  return {
    dryRun: values["dry-run"],
    onlyConsole: values["only-console"],
    stack: `latchkey-${values.stage ?? "prod"}`,
    parameters,
    prefix: parameters.prefix ?? String(declared.prefix),
    region: parameters.region ?? String(declared.region),
    frameworkArguments: [
      ...Object.entries(parameters).map(([name, value]) => `--param=${name}=${value}`),
      ...(values.stage === undefined ? [] : [`--stage=${values.stage}`]),
    ],
  };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        param: { type: "string", multiple: true },
        stage: { type: "string" },
        "dry-run": { type: "boolean", default: false },
        "only-console": { type: "boolean", default: false },
      },
    });
  } catch (error) {
    if (error instanceof TypeError) throw new SettingRefused(error.message); // How parseArgs refuses.
    throw error;
  }
}

function parameter(text: string): readonly [name: string, value: string] {
  const at = text.indexOf("=");
  if (at < 1) throw new SettingRefused(`--param="${text}" is not of the form name=value.`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** What CloudFormation would find out minutes later, or only the first call. */
function check(parameters: Readonly<Record<string, string>>): void {
  const { fmsUrl, domain, certificateArn, corsOrigins = "" } = parameters;
  if (fmsUrl === undefined) {
    throw new SettingRefused('FileMaker Server\'s address must be given: --param="fmsUrl=https://fms.example.com"');
  }
  for (const [name, setting] of Object.entries(settings)) {
    const value = parameters[name];
    if (value === undefined) continue;
    const outcome = AwsSettings.shape[setting].safeParse(value);
    if (!outcome.success) throw new SettingRefused(`${name} ${outcome.error.issues[0]?.message ?? "is wrong"}.`);
  }
  if (!fmsUrl.startsWith("https:")) {
    throw new SettingRefused("fmsUrl must be https: passwords travel from AWS to FileMaker Server.");
  }
  const origins = AwsSettings.shape.CORS_ORIGINS.safeParse(corsOrigins);
  // CloudFront compares them letter by letter, as browsers send them.
  if (origins.data?.join(",") !== corsOrigins) {
    throw new SettingRefused(
      "corsOrigins must be origins as browsers send them, such as https://shop.example.com, separated by commas.",
    );
  }
  if (!retentionDays.has(Number(parameters.logRetentionDays ?? declared.logRetentionDays))) {
    throw new SettingRefused(
      `logRetentionDays must be a number of days that CloudWatch knows: ${[...retentionDays].join(", ")}.`,
    );
  }
  if ((domain === undefined) !== (certificateArn === undefined)) {
    throw new SettingRefused("domain and certificateArn must be given together.");
  }
  if (
    certificateArn !== undefined &&
    !/^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/.test(certificateArn)
  ) {
    throw new SettingRefused("certificateArn must name a certificate of ACM in us-east-1: CloudFront takes no other.");
  }
}

/** Parameters that reach the functions as they are given: what a function would refuse at its first call is refused here. */
const settings = {
  prefix: "SERVICE_PREFIX",
  fmsUrl: "FMS_URL",
  fmsAdminUrl: "FMS_ADMIN_URL",
  answerSeconds: "ANSWER_SECONDS",
  uploadMaxMb: "UPLOAD_MAX_MB",
  uploadKeyMb: "UPLOAD_KEY_MB",
  calloutNetworks: "CALLOUT_NETWORKS",
  sessionIdleMinutes: "SESSION_IDLE_MINUTES",
  sessionHours: "SESSION_HOURS",
  auditDays: "AUDIT_DAYS",
  trashDays: "TRASH_DAYS",
  diskFloorMb: "DISK_FLOOR_MB",
} as const satisfies Readonly<Record<string, keyof typeof AwsSettings.shape>>;

/** CloudWatch keeps a log for one of these numbers of days. */
const retentionDays: ReadonlySet<number> = new Set([
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
]);
