import * as z from "zod";
import { Timestamp, timestamp } from "../scalars.ts";
import { DatabaseName } from "./database-name.ts";

/** Shapes that builds and deployments share. */

const Secret = z.string().max(1024);

/** File with the script, and the account that runs it. */
const ScriptFile = z.object({
  name: DatabaseName.describe("The file that has the script."),
  user: z.string().max(255).describe("The account that runs it."),
  password: Secret.describe("Its password."),
});

const ScriptCall = z.object({
  name: z.string().min(1).max(500).describe("The script's name."),
  param: z.string().max(30_000).optional().describe("Its parameter."),
  timeout: z.int().min(0).optional().describe("Seconds, after which it is ended."),
});

export const PreBuildScript = z.object({
  file: ScriptFile.describe("Where the script is."),
  script: ScriptCall.describe("The script."),
  stopBuildOnFail: z.boolean().default(false).describe("Whether the build fails with it."),
});
export type PreBuildScript = z.output<typeof PreBuildScript>;

export const PreDeploymentScript = z.object({
  file: ScriptFile.describe("Where the script is."),
  script: ScriptCall.describe("The script."),
  abortIfScriptFails: z
    .boolean()
    .default(true)
    .describe("Whether the deployment ends with it, before a file is closed."),
});

export const PostDeploymentScript = z.object({
  file: ScriptFile.describe("Where the script is."),
  script: ScriptCall.describe("The script."),
  rollbackIfScriptFails: z
    .boolean()
    .default(false)
    .describe("Whether the files are put back as they were when it fails."),
});

const notified = {
  label: z.string().max(200).optional().describe("What it is called."),
  sendSuccessNotifications: z
    .boolean()
    .optional()
    .describe("Whether it gets what goes well, too: `false` leaves out the start and the success."),
};

/** Recipient of a notification. */
export const Notification = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("slack").describe("A channel of Slack."),
    channelUrl: z.url().max(2_000).describe("Its address. A secret."),
    ...notified,
  }),
  z.object({
    type: z.literal("webhook").describe("Another server."),
    webhookUrl: z.url().max(2_000).describe("Its address. A secret."),
    ...notified,
    headers: z.record(z.string(), z.string().max(4_000)).optional().describe("Headers of the call. Secrets."),
  }),
]);

export type Notification = z.infer<typeof Notification>;

const chained = {
  sendOnFailure: z.boolean().default(false).describe("Whether it is called where the work was not successful, too."),
  id: z.string().max(200).optional().describe("What the caller knows it by."),
};
const startsWork = {
  ...chained,
  url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .describe(
      "Where the other service is, such as `https://dev.example.com`, or the address of its operation. A secret.",
    ),
  apiKey: Secret.describe("An Admin API Key of that service."),
  input: z.unknown().optional().describe("What the operation is sent."),
};

/** Action that is called when the work ends. */
export const ChainedAction = z.discriminatedUnion("type", [
  z.object({ type: z.literal("build_start").describe("Another service makes a build."), ...startsWork }),
  z.object({ type: z.literal("deployment_start").describe("Another service deploys."), ...startsWork }),
  z.object({
    type: z.literal("generic_api").describe("Any other call."),
    ...chained,
    url: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .describe("Its address. A secret."),
    method: z.enum(["GET", "POST", "PUT", "DELETE"]).default("POST").describe("Its method."),
    headers: z.record(z.string(), z.string().max(4_000)).optional().describe("Its headers. Secrets."),
    body: z.unknown().optional().describe("What is sent, as JSON."),
  }),
]);
export type ChainedAction = z.output<typeof ChainedAction>;

/** One action, or several that are called one after another. */
export const ChainedActions = z
  .union([ChainedAction, z.array(ChainedAction).max(10)])
  .describe("What is called at the end: one, or several one after the other.");

export const ChainedActionResult = z.object({
  action: z.unknown().describe("What was called, its secrets masked."),
  result: z.unknown().optional().describe("What came back."),
  success: z.boolean().describe("Whether it was accepted."),
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
    token: z.string().min(1).max(4_000).describe("The token."),
  }),
  z.object({
    type: z.literal("apiKey").describe("An Admin API Key."),
    apiKey: z.string().min(1).max(200).describe("The key."),
  }),
  z.object({
    type: z.literal("userpass").describe("An account of the Admin Console."),
    user: z.string().min(1).max(255).describe("Its name."),
    password: Secret.describe("Its password."),
  }),
]);
export type ServerAuth = z.infer<typeof ServerAuth>;

/** Start time: now, or later. */
export const scheduling = {
  scheduled: z.boolean().default(false).describe("Whether it starts later, at `timestamp`."),
  timestamp: z.iso
    .datetime({ offset: true, local: true })
    .optional()
    .describe(
      "When it starts, such as `2026-11-20T23:00:00+01:00`; without an offset, as the clock of the database host shows it. Needed where `scheduled` is true.",
    ),
};

/** Work that starts later, in the terms of the reference. */
export const ScheduleInfo = z.object({
  id: z.string().describe("What rows name it by, as `schedule_id`."),
  nextRun: Timestamp.describe("When it starts."),
  name: z.string().describe("What it is called."),
  systemScriptType: z
    .object({
      osScript: z.string().describe("Empty: no script of the system takes part."),
      osScriptParam: z.string().describe("Empty too."),
    })
    .describe("Kept for clients that read it."),
  startTimeStamp: Timestamp.describe("When it starts."),
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
