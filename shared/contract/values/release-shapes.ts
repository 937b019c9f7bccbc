import * as z from "zod";
import { Timestamp, timestamp } from "../scalars.ts";
import { DatabaseName } from "./database-name.ts";

/** Shapes that builds and deployments share. */

const Secret = z.string().max(1024);

/** File with the script, and the account that runs it. */
const ScriptFile = z.object({
  name: DatabaseName.describe("File that contains the script."),
  user: z.string().max(255).describe("Account that runs the script."),
  password: Secret.describe("Password of the account."),
});

const ScriptCall = z.object({
  name: z.string().min(1).max(500).describe("Name of the script."),
  param: z.string().max(30_000).optional().describe("Script parameter."),
  timeout: z.int().min(0).optional().describe("Timeout in seconds."),
});

export const PreBuildScript = z.object({
  file: ScriptFile.describe("File that contains the script."),
  script: ScriptCall.describe("Script to run."),
  stopBuildOnFail: z.boolean().default(false).describe("True if the build fails when the script fails."),
});
export type PreBuildScript = z.output<typeof PreBuildScript>;

export const PreDeploymentScript = z.object({
  file: ScriptFile.describe("File that contains the script."),
  script: ScriptCall.describe("Script to run."),
  abortIfScriptFails: z
    .boolean()
    .default(true)
    .describe("True to stop the deployment if the script fails, before any file is closed."),
});

export const PostDeploymentScript = z.object({
  file: ScriptFile.describe("File that contains the script."),
  script: ScriptCall.describe("Script to run."),
  rollbackIfScriptFails: z.boolean().default(false).describe("True to roll back the files if the script fails."),
});

const notified = {
  label: z.string().max(200).optional().describe("Display name."),
  sendSuccessNotifications: z
    .boolean()
    .optional()
    .describe("False to send only failures, and neither starts nor successes."),
};

/** Recipient of a notification. */
export const Notification = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("slack").describe("A Slack channel."),
    channelUrl: z.url().max(2_000).describe("Webhook URL of the channel. It is a secret."),
    ...notified,
  }),
  z.object({
    type: z.literal("webhook").describe("Another server."),
    webhookUrl: z.url().max(2_000).describe("URL of the webhook. It is a secret."),
    ...notified,
    headers: z.record(z.string(), z.string().max(4_000)).optional().describe("Request headers. They are secrets."),
  }),
]);

export type Notification = z.infer<typeof Notification>;

const chained = {
  sendOnFailure: z.boolean().default(false).describe("True to call it after a failure too."),
  id: z.string().max(200).optional().describe("ID chosen by the caller."),
};
const startsWork = {
  ...chained,
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .describe("URL of the other server, such as `https://dev.example.com`, or of its operation. It is a secret."),
  apiKey: Secret.describe("Admin API key of the other server."),
  input: z.unknown().optional().describe("Input of the operation."),
};

/** Action that is called when the work ends. */
export const ChainedAction = z.discriminatedUnion("type", [
  z.object({ type: z.literal("build_start").describe("Starts a build on another server."), ...startsWork }),
  z.object({ type: z.literal("deployment_start").describe("Starts a deployment on another server."), ...startsWork }),
  z.object({
    type: z.literal("generic_api").describe("Any other HTTP request."),
    ...chained,
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .describe("URL of the request. It is a secret."),
    method: z.enum(["GET", "POST", "PUT", "DELETE"]).default("POST").describe("HTTP method."),
    headers: z.record(z.string(), z.string().max(4_000)).optional().describe("Request headers. They are secrets."),
    body: z.unknown().optional().describe("Request body, sent as JSON."),
  }),
]);
export type ChainedAction = z.output<typeof ChainedAction>;

/** One action, or several that are called one after another. */
export const ChainedActions = z
  .union([ChainedAction, z.array(ChainedAction).max(10)])
  .describe("One action, or several that are called in order.");

export const ChainedActionResult = z.object({
  action: z.unknown().describe("The action, with masked secrets."),
  result: z.unknown().optional().describe("Response of the action."),
  success: z.boolean().describe("True if the action was accepted."),
});
export type ChainedActionResult = z.output<typeof ChainedActionResult>;

/** Progress of the actions that are called when the work ends. */
export const ChainState = z.enum(["none", "waiting", "calling", "called"]);
export type ChainState = z.output<typeof ChainState>;

/** Returns the actions to call when the work ends, in order. */
export function chainOf(asked: z.output<typeof ChainedActions> = []): readonly ChainedAction[] {
  return Array.isArray(asked) ? asked : [asked];
}

/** Credential of another service. */
export const ServerAuth = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("token").describe("A token of the Admin API."),
    token: z.string().min(1).max(4_000).describe("Token."),
  }),
  z.object({
    type: z.literal("apiKey").describe("An Admin API key."),
    apiKey: z.string().min(1).max(200).describe("Key."),
  }),
  z.object({
    type: z.literal("userpass").describe("An Admin Console account."),
    user: z.string().min(1).max(255).describe("User name."),
    password: Secret.describe("Password of the account."),
  }),
]);
export type ServerAuth = z.infer<typeof ServerAuth>;

/** Start time: now, or later. */
export const scheduling = {
  scheduled: z.boolean().default(false).describe("True to start later, at `timestamp`."),
  timestamp: z.iso
    .datetime({ offset: true, local: true })
    .optional()
    .describe(
      "Start time, such as `2026-11-20T23:00:00+01:00`. Without an offset, it is in the time zone of the database host. Required if `scheduled` is true.",
    ),
};

/** Work that starts later, in the terms of the reference. */
export const ScheduleInfo = z.object({
  id: z.string().describe("ID of the schedule, as in `schedule_id`."),
  nextRun: Timestamp.describe("Start time."),
  name: z.string().describe("Name of the schedule."),
  systemScriptType: z
    .object({
      osScript: z.string().describe("Always empty."),
      osScriptParam: z.string().describe("Always empty."),
    })
    .describe("For compatibility."),
  startTimeStamp: Timestamp.describe("Start time."),
});
export type ScheduleInfo = z.infer<typeof ScheduleInfo>;

/** Returns the schedule of work that starts once at a given time. */
export function scheduleInfo(id: string, name: string, at: number): ScheduleInfo {
  const nextRun = timestamp(at);
  return { id, nextRun, name, systemScriptType: { osScript: "", osScriptParam: "" }, startTimeStamp: nextRun };
}

/** Names of fields whose values are never part of a response, log or manifest. */
export const secretNames: ReadonlySet<string> = new Set([
  "password",
  "pass",
  "token",
  "apiKey",
  "encryptionKey",
  "channelUrl",
  "webhookUrl",
  "workflowUrl",
  "headers",
  "url",
]);

/** Mask that replaces a secret. */
export const masked = "********";

/** Masks all secrets in a value, at any depth. */
export function withoutSecrets<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutSecrets) as T;
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [
    name,
    secretNames.has(name) ? maskedValue(inner) : withoutSecrets(inner),
  ]);
  return Object.fromEntries(fields) as T;
}

function maskedValue(value: unknown): unknown {
  if (typeof value === "string") return maskedAddress(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.keys(value).map((name) => [name, masked]));
}

/** Masks a URL except for its server, so that users can tell which one it is. */
function maskedAddress(text: string): string {
  if (text === "") return "";
  const url = /^https?:/i.test(text) ? URL.parse(text) : null;
  return url === null ? masked : `${url.origin}/${masked}`;
}
