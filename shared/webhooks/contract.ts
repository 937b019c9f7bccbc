import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { HeaderName, Verification } from "./verification/contract.ts";

/** Last segment of a receiver's URL, which the file's script branches on. */
export const Channel = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9._-]+$/, "must consist of letters, digits, dashes, underscores and periods")
  .refine((text) => !/^\.+$/.test(text), "must not consist of periods alone")
  .describe("The word at the end of the receiver's address, which the file's script branches on.");

/** Name of a layout, script or field in FileMaker. */
const FileMakerName = z.string().trim().min(1).max(100);

const Settings = z.object({
  active: z.boolean().describe("False: events are refused."),
  answerMode: z
    .enum(["result", "accepted"])
    .describe(
      "`result`: the answer waits for the file's script and is its result. `accepted`: the answer comes as soon as the event is stored.",
    ),
  acceptedStatus: z
    .int()
    .min(200)
    .max(299)
    .describe(
      "What is answered for an event that is stored and not delivered yet. Some senders take nothing but 200 as success.",
    ),
  deadlineSeconds: z
    .number()
    .min(0.1)
    .max(25)
    .describe(
      "How long a `result` waits for the script. Below what the sender waits; then the event counts as accepted.",
    ),
  whenUnavailable: z
    .enum(["queue", "refuse"])
    .describe("While FileMaker Server or the file is away, a `result` is stored and accepted, or refused."),
  isOrdered: z.boolean().describe("Whether events are delivered one after the other, in the order in which they came."),
  retriesScriptErrors: z.boolean().describe("Whether a script that ends with an error is run again later."),
  retentionDays: z.int().min(1).max(365).describe("How long events are kept once they have come to their end."),
  largestBytes: z
    .int()
    .min(1)
    .max(2_000_000_000)
    .describe(
      "The largest body: at most 10,000,000 for events, and 2,000,000,000 for files, which take 100,000,000 where nothing else is chosen.",
    ),
  allowedAddresses: z
    .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))
    .max(100)
    .describe("Addresses or networks that may send. Empty: all."),
  includeHeaders: z
    .boolean()
    .describe("Whether headers and method are in the payload, as with `includeHeaders` in the address."),
  includeQuery: z.boolean().describe("Whether the query is in the payload, as with `includeQuery` in the address."),
  layout: FileMakerName.describe("The layout that records are made on."),
  script: FileMakerName.describe("The script that runs then."),
  containerField: FileMakerName.describe(
    "The container field that takes a file, where the webhook takes files: the first in its first repetition, the second in its second.",
  ),
  handshake: z
    .enum(["none", "microsoft-graph", "dropbox", "meta"])
    .describe(
      "How the sender checks the address, which is answered without FileMaker. Slack and WooCommerce do it by their scheme.",
    ),
  duplicates: z
    .object({
      by: z.enum(["sender", "body", "off"]).describe("By the sender's id of an event, by equal bodies, or not at all."),
      header: HeaderName.optional().describe("The header with the id, where the scheme knows none."),
      field: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe("Or the member of a JSON body with the id, such as `event.id`."),
      hours: z
        .number()
        .min(0.01)
        .max(24 * 30)
        .describe("For how long an event is remembered."),
    })
    .describe("How an event is recognized that the sender had sent before."),
  verification: Verification,
});
export type WebhookSettings = z.infer<typeof Settings>;

/** Default settings. */
export const defaultSettings: WebhookSettings = {
  active: true,
  answerMode: "result",
  acceptedStatus: 202,
  deadlineSeconds: 8,
  whenUnavailable: "queue",
  isOrdered: false,
  retriesScriptErrors: false,
  retentionDays: 30,
  largestBytes: 1_000_000,
  allowedAddresses: [],
  includeHeaders: false,
  includeQuery: false,
  layout: "OttoReceiver",
  script: "OttoReceiver",
  containerField: "File",
  handshake: "none",
  duplicates: { by: "sender", hours: 24 },
  verification: { scheme: "none" },
};

/** Maximum body size of an event, which is held in memory. */
export const largestEventBytes = 10_000_000;

/** Default settings for files. */
export const defaultFileSettings: WebhookSettings = { ...defaultSettings, largestBytes: 100_000_000 };

export const WebhookChoices = Settings.partial().describe("Settings that differ from what holds without them.");

const Switch = z.int().min(0).max(1);

/** Registered webhook: the URL of a receiver for one hosted file. */
export const Webhook = z.object({
  id: Id.describe("Its number."),
  url: z
    .string()
    .describe(
      "The receiver's path, such as `/svc/receiver/Contacts.fmp12/orders`. A key comes behind it, or in a header.",
    ),
  database: z.string().describe("The hosted file."),
  label: z.string().nullable().describe("What it is called."),
  created_at: Timestamp.nullable().describe("When it was registered."),
  updated_at: Timestamp.nullable().describe("When it was changed last."),
  last_used: Timestamp.nullable().describe("When the newest event came."),
  last_result: z.string().nullable().describe("What became of it."),
  last_result_is_error: Switch.nullable().describe("1: that was an error."),
  active: Switch.nullable().describe("0: events are refused."),
  number_of_times_used: z.int().min(0).nullable().describe("How many events came."),
  bytes_received: z.number().min(0).nullable().describe("How large their bodies were, all together."),
  channel: z.string().describe("The word at the end of its address."),
  useFileReceiver: z.boolean().describe("Whether it takes files, at `/svc/filereceiver/…`."),
  settings: Settings.describe("How it takes and delivers events."),
  hasSecret: z.boolean().describe("Whether it has a secret to verify events with."),
  previousSecretUntil: Timestamp.nullable().describe("Until when the secret before the present one is taken too."),
  refusedCount: z.int().describe("Events that were refused because nothing proved who had sent them."),
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookLabel = z.string().trim().min(1).max(200).describe("What it is called.");
const webhookOf = ({ id }: { readonly id: number }) => `webhook:${id}`;
const ById = z.object({ id: z.coerce.number().pipe(Id).describe("The webhook's id.") });

const example = {
  id: 7,
  url: "/svc/receiver/Contacts.fmp12/orders",
  database: "Contacts.fmp12",
  label: "Shop orders",
  created_at: "2026-11-20T09:15:02.114Z",
  updated_at: "2026-11-20T09:15:02.114Z",
  last_used: null,
  last_result: null,
  last_result_is_error: null,
  active: 1,
  number_of_times_used: 0,
  bytes_received: 0,
  channel: "orders",
  useFileReceiver: false,
  settings: defaultSettings,
  hasSecret: false,
  previousSecretUntil: null,
  refusedCount: 0,
} as const;

export const webhooks = resource({
  listWebhooks: {
    method: "GET",
    path: "/svc/api/webhooks",
    summary: "List webhooks",
    access: "admin",
    input: z.object({}),
    output: z.object({ webhooks: z.array(Webhook).describe("All of them.") }),
    errors: [],
    example: { output: { webhooks: [example] } },
  },
  createWebhook: {
    method: "POST",
    path: "/svc/api/webhooks",
    summary: "Register a webhook",
    access: "admin",
    input: z.object({
      channel: Channel,
      filename: DatabaseName.describe("The hosted file, with or without `.fmp12`."),
      useFileReceiver: z
        .boolean()
        .default(false)
        .describe(
          "Whether it takes files, at `/svc/filereceiver/…`: those of a form, or a body that is a file itself.",
        ),
      label: WebhookLabel,
      settings: WebhookChoices.default({}),
      secret: z.string().min(1).max(500).optional().describe("The sender's secret, for schemes that need one."),
    }),
    rowNames: { database: "filename" },
    output: Webhook,
    changes: (_: never, output?: Webhook) => (output === undefined ? undefined : webhookOf(output)),
    errors: [
      "webhook_exists",
      "webhook_template_invalid",
      "webhook_secret_missing",
      "webhook_secret_short",
      "webhook_secret_invalid",
    ],
    example: { input: { channel: "orders", filename: "Contacts", label: "Shop orders" }, output: example },
  },
  checkReceiver: {
    method: "POST",
    path: "/svc/api/webhooks/check",
    summary: "Check what a file lacks to receive events",
    description:
      "Looks with a Data API Key for the layout, its fields and the script. With `withRecord` it also makes a record and deletes it again, without running the script.",
    access: "admin",
    input: z.object({
      filename: DatabaseName.describe("The hosted file, with or without `.fmp12`."),
      key: z
        .union([z.string().min(1), Id])
        .describe("The Data API key that events will come with: its value or, for administrators, its id or hint."),
      layout: FileMakerName.default(defaultSettings.layout).describe("The layout that records are made on."),
      script: FileMakerName.default(defaultSettings.script).describe("The script that runs then."),
      containerField: FileMakerName.optional().describe(
        "The container field that is to take files, where any are sent.",
      ),
      withRecord: z
        .boolean()
        .default(false)
        .describe("Whether a record is made and deleted, to see that the account may."),
    }),
    output: z.object({
      isReady: z.boolean().describe("Whether events arrive."),
      points: z
        .array(
          z.object({
            id: z.enum(["key", "layout", "fields", "container", "script", "record"]).describe("What was looked at."),
            state: z.enum(["ok", "failed"]).describe("Whether it is as events need it."),
            text: z.string().describe("What was found, for people."),
            remedy: z.string().nullable().describe("What to do about it."),
          }),
        )
        .describe("Every point that was looked at."),
      scriptLines: z.array(z.string()).describe("A script to begin with, line by line, as FileMaker shows it."),
    }),
    changes: false,
    errors: [
      "key_value_needed",
      "key_not_found",
      "key_file_not_allowed",
      "stored_credentials_refused",
      "upstream_unreachable",
      "file_not_available",
    ],
    example: {
      input: { filename: "Contacts", key: 7 },
      output: {
        isReady: false,
        points: [
          { id: "layout", state: "ok", text: "The layout OttoReceiver is there", remedy: null },
          {
            id: "script",
            state: "failed",
            text: "The script OttoReceiver is missing",
            remedy: "Add a script with this name to the file.",
          },
        ],
        scriptLines: [],
      },
    },
  },
  getWebhook: {
    method: "GET",
    path: "/svc/api/webhooks/{id}",
    summary: "Read one webhook",
    access: "admin",
    input: ById,
    output: Webhook,
    errors: ["webhook_not_found"],
    example: { input: { id: 7 }, output: example },
  },
  updateWebhook: {
    method: "PATCH",
    path: "/svc/api/webhooks/{id}",
    summary: "Change a webhook",
    description: "What is not named stays as it is. Settings are merged one by one.",
    access: "admin",
    input: ById.extend({ label: WebhookLabel.optional(), settings: WebhookChoices.optional() }),
    output: Webhook,
    changes: webhookOf,
    errors: ["webhook_not_found", "webhook_template_invalid", "webhook_secret_missing"],
    example: { input: { id: 7, label: "Orders of the shop" }, output: { ...example, label: "Orders of the shop" } },
  },
  deleteWebhook: {
    method: "DELETE",
    path: "/svc/api/webhooks/{id}",
    summary: "Unregister a webhook",
    description: "Events that were accepted before are delivered still, and kept as long as they would have been.",
    access: "admin",
    input: ById,
    output: z.object({ ok: z.boolean().describe("It is unregistered.") }),
    changes: webhookOf,
    errors: ["webhook_not_found"],
    example: { input: { id: 7 }, output: { ok: true } },
  },
  testWebhook: {
    method: "POST",
    path: "/svc/api/webhooks/{id}/test",
    summary: "Send a webhook an event, as its sender would",
    description:
      "The event is taken as one whose sender was verified, and delivered into the file: its record and its script are real. Also while the webhook is switched off.",
    access: "admin",
    input: ById.extend({
      key: z
        .union([z.string().min(1), Id])
        .describe("The Data API key that the event comes with: its value or, for administrators, its id or hint."),
      body: z
        .string()
        .min(1)
        .max(10_000)
        .optional()
        .describe("The event, as JSON. Left out: an object whose member `test` is true."),
    }),
    output: z.object({
      ok: z.boolean().describe("Whether it was taken."),
      status: z.int().describe("The HTTP status that its sender would get."),
      msg: z.string().describe("What its sender would be answered."),
      deliveryId: z.string().nullable().describe("Its delivery. Null where it was refused before it was stored."),
    }),
    changes: webhookOf,
    errors: ["webhook_not_found", "key_value_needed", "key_not_found", "key_file_not_allowed", "json_invalid"],
    example: {
      input: { id: 7, key: 3 },
      output: {
        ok: true,
        status: 200,
        msg: '{"success":true}',
        deliveryId: "webhook-7_019aa0c2f3b47c5d8e9f00112233aabb",
      },
    },
  },
  setWebhookSecret: {
    method: "POST",
    path: "/svc/api/webhooks/{id}/secret",
    summary: "Set or change the secret that events are verified with",
    description:
      "Without `secret` a new one is made, and shown in this answer alone. The one before is taken too for `previousHours`, so that the sender can follow.",
    access: "admin",
    input: ById.extend({
      secret: z.string().min(1).max(500).optional().describe("The sender's secret. Left out: a new one is made."),
      previousHours: z
        .number()
        .min(0)
        .max(24 * 30)
        .default(24)
        .describe("For how long the secret before is taken too. Hours."),
    }),
    output: z.object({
      webhook: Webhook.describe("The webhook as it was stored."),
      secret: z.string().nullable().describe("The new secret, where one was made."),
    }),
    holdsSecret: true,
    changes: webhookOf,
    errors: ["webhook_not_found", "webhook_secret_short", "webhook_secret_invalid"],
    example: {
      input: { id: 7, previousHours: 24 },
      output: { webhook: { ...example, hasSecret: true }, secret: null },
    },
  },
});
