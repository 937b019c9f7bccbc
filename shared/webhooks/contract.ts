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
  .regex(/^[A-Za-z0-9._-]+$/, "must have only letters, digits, dashes, underscores and periods")
  .refine((text) => !/^\.+$/.test(text), "must not have only periods")
  .describe("Last word of the receiver's address. The file's script can branch on it.");

/** Name of a layout, script or field in FileMaker. */
const FileMakerName = z.string().trim().min(1).max(100);

const Settings = z.object({
  active: z.boolean().describe("False if the webhook is disabled. Events are then rejected."),
  answerMode: z
    .enum(["result", "accepted"])
    .describe(
      "`result`: the response waits for the file's script and is its result. `accepted`: the response is sent as soon as the event is stored.",
    ),
  acceptedStatus: z
    .int()
    .min(200)
    .max(299)
    .describe(
      "HTTP status for an event that is stored but not delivered yet. Some senders accept only 200 as success.",
    ),
  acceptedBody: z
    .enum(["json", "empty"])
    .describe(
      "Body of that response: JSON with the delivery's id, or empty, for senders that forbid a body or show it to people.",
    ),
  deadlineSeconds: z
    .number()
    .min(0.1)
    .max(25)
    .describe(
      "Time that a `result` waits for the script. Use less than the sender's timeout; afterwards the event counts as accepted.",
    ),
  whenUnavailable: z
    .enum(["queue", "refuse"])
    .describe(
      "Handling of a `result` while FileMaker Server or the file is unavailable: store and accept the event, or reject it.",
    ),
  isOrdered: z.boolean().describe("True if events are delivered one by one, in the order of arrival."),
  retriesScriptErrors: z.boolean().describe("True if a script that fails with an error is retried later."),
  retentionDays: z.int().min(1).max(365).describe("Days for which finished events are kept."),
  largestBytes: z
    .int()
    .min(1)
    .max(2_000_000_000)
    .describe(
      "Maximum size of the body in bytes: at most 10,000,000 for events and 2,000,000,000 for files. Default for files: 100,000,000.",
    ),
  allowedAddresses: z
    .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))
    .max(100)
    .describe("Addresses or networks that can send events. Empty means all."),
  includeHeaders: z
    .boolean()
    .describe("True if the payload includes headers and method, as with `includeHeaders` in the address."),
  includeQuery: z.boolean().describe("True if the payload includes the query, as with `includeQuery` in the address."),
  includeRequestId: z
    .boolean()
    .describe(
      "True if the payload includes the id of the delivery, as `request-id`. If it is false, a payload without headers and query is exactly what was sent. The script's parameter always has the id.",
    ),
  layout: FileMakerName.describe("Layout for the new records."),
  script: FileMakerName.describe("Script that runs after the record is created."),
  containerField: FileMakerName.describe(
    "Container field for files, if the webhook accepts files: the first file goes into the first repetition, the second into the second.",
  ),
  handshake: z
    .enum(["none", "microsoft-graph", "dropbox", "meta", "zoom"])
    .describe(
      "The sender's check of the address; Latchkey responds without FileMaker. Slack, WooCommerce, Dropbox and Zoom do this in their own schemes.",
    ),
  duplicates: z
    .object({
      by: z
        .enum(["sender", "body", "off"])
        .describe("Detection by the sender's event id, by identical bodies, or off."),
      header: HeaderName.optional().describe("Header with the id, if the scheme doesn't define one."),
      field: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe("Member of a JSON body with the id, such as `event.id`, instead of a header."),
      hours: z
        .number()
        .min(0.01)
        .max(24 * 30)
        .describe("Time for which an event is remembered."),
    })
    .describe("Detection of events that the sender sent before."),
  verification: Verification,
});
export type WebhookSettings = z.infer<typeof Settings>;

/** Default settings. */
export const defaultSettings: WebhookSettings = {
  active: true,
  answerMode: "result",
  acceptedStatus: 202,
  acceptedBody: "json",
  deadlineSeconds: 8,
  whenUnavailable: "queue",
  isOrdered: false,
  retriesScriptErrors: false,
  retentionDays: 30,
  largestBytes: 1_000_000,
  allowedAddresses: [],
  includeHeaders: false,
  includeQuery: false,
  includeRequestId: true,
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

export const WebhookChoices = Settings.partial().describe("Settings that differ from the defaults.");

const Switch = z.int().min(0).max(1);

/** Registered webhook: the URL of a receiver for one hosted file. */
export const Webhook = z.object({
  id: Id.describe("Id of the webhook."),
  url: z
    .string()
    .describe(
      "Path of the receiver, such as `/svc/receiver/Contacts.fmp12/orders`. Append a key, or send it in a header.",
    ),
  database: z.string().describe("The hosted file."),
  label: z.string().nullable().describe("Name of the webhook."),
  created_at: Timestamp.nullable().describe("Time of the registration."),
  updated_at: Timestamp.nullable().describe("Time of the last change."),
  last_used: Timestamp.nullable().describe("Time of the newest event, even if it was rejected."),
  last_result: z.string().nullable().describe("Result of the newest event, or the reason why it was rejected."),
  last_result_is_error: Switch.nullable().describe("1 if the newest event failed."),
  active: Switch.nullable().describe("0 if the webhook is disabled."),
  number_of_times_used: z.int().min(0).nullable().describe("Number of events."),
  bytes_received: z.number().min(0).nullable().describe("Total size of their bodies in bytes."),
  channel: z.string().describe("Last word of the webhook's address."),
  useFileReceiver: z.boolean().describe("True if the webhook accepts files, at `/svc/filereceiver/…`."),
  settings: Settings.describe("Settings for receiving and delivering events."),
  hasSecret: z.boolean().describe("True if the webhook has a secret to verify events."),
  previousSecretUntil: Timestamp.nullable().describe("Time until which the previous secret is also accepted."),
  sampleEvent: z
    .string()
    .describe("Example of an event with the field names of the sender, which a test sends by default."),
  refusedCount: z
    .int()
    .describe(
      "Number of rejected events, such as those whose sender couldn't be verified. They don't count as events.",
    ),
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookLabel = z.string().trim().min(1).max(200).describe("Name of the webhook.");
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
  sampleEvent: '{"test":true}',
  refusedCount: 0,
} as const;

export const webhooks = resource({
  listWebhooks: {
    method: "GET",
    path: "/svc/api/webhooks",
    summary: "List webhooks",
    access: "admin",
    input: z.object({}),
    output: z.object({ webhooks: z.array(Webhook).describe("All webhooks.") }),
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
          "True if the webhook accepts files, at `/svc/filereceiver/…`: the files of a form, or a body that is a single file.",
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
      "webhook_scheme_unsupported",
      "webhook_secret_missing",
      "webhook_secret_short",
      "webhook_secret_invalid",
    ],
    example: { input: { channel: "orders", filename: "Contacts", label: "Shop orders" }, output: example },
  },
  checkReceiver: {
    method: "POST",
    path: "/svc/api/webhooks/check",
    summary: "Check if a file can receive events",
    description:
      "Uses a Data API key to look for the layout, its fields and the script. With `withRecord` it also creates a record and deletes it, without running the script.",
    access: "admin",
    input: z.object({
      filename: DatabaseName.describe("The hosted file, with or without `.fmp12`."),
      key: z
        .union([z.string().min(1), Id])
        .describe("The Data API key for the events: its value or, for administrators, its id or hint."),
      layout: FileMakerName.default(defaultSettings.layout).describe("Layout for the new records."),
      script: FileMakerName.default(defaultSettings.script).describe("Script that runs after the record is created."),
      containerField: FileMakerName.optional().describe("Container field for files, if any are sent."),
      withRecord: z
        .boolean()
        .default(false)
        .describe("True to create and delete a record, to check the account's privileges."),
    }),
    output: z.object({
      isReady: z.boolean().describe("True if the file can receive events."),
      points: z
        .array(
          z.object({
            id: z.enum(["key", "layout", "fields", "container", "script", "record"]).describe("Name of the check."),
            state: z.enum(["ok", "failed"]).describe("Result of the check."),
            text: z.string().describe("Result in words."),
            remedy: z.string().nullable().describe("Instruction to fix the problem."),
          }),
        )
        .describe("All checks."),
      scriptLines: z.array(z.string()).describe("A sample script, line by line, as FileMaker shows it."),
    }),
    changes: false,
    errors: [
      "key_value_needed",
      "key_not_found",
      "key_data_api_off",
      "key_file_not_allowed",
      "stored_credentials_refused",
      "upstream_unreachable",
      "certificate_refused",
      "file_not_available",
    ],
    example: {
      input: { filename: "Contacts", key: 7 },
      output: {
        isReady: false,
        points: [
          { id: "layout", state: "ok", text: "The layout OttoReceiver exists", remedy: null },
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
    summary: "Get a webhook",
    access: "admin",
    input: ById,
    output: Webhook,
    errors: ["webhook_not_found"],
    example: { input: { id: 7 }, output: example },
  },
  updateWebhook: {
    method: "PATCH",
    path: "/svc/api/webhooks/{id}",
    summary: "Update a webhook",
    description: "Values that you leave out stay unchanged. Settings are merged one by one.",
    access: "admin",
    input: ById.extend({ label: WebhookLabel.optional(), settings: WebhookChoices.optional() }),
    output: Webhook,
    changes: webhookOf,
    errors: ["webhook_not_found", "webhook_template_invalid", "webhook_scheme_unsupported", "webhook_secret_missing"],
    example: { input: { id: 7, label: "Orders of the shop" }, output: { ...example, label: "Orders of the shop" } },
  },
  deleteWebhook: {
    method: "DELETE",
    path: "/svc/api/webhooks/{id}",
    summary: "Delete a webhook",
    description: "Events that were already accepted are still delivered and kept as usual.",
    access: "admin",
    input: ById,
    output: z.object({ ok: z.boolean().describe("Always true.") }),
    changes: webhookOf,
    errors: ["webhook_not_found"],
    example: { input: { id: 7 }, output: { ok: true } },
  },
  testWebhook: {
    method: "POST",
    path: "/svc/api/webhooks/{id}/test",
    summary: "Send a test event to a webhook",
    description:
      "The event is handled like one from a verified sender and delivered to the file: its record and script are real. Also works while the webhook is disabled.",
    access: "admin",
    input: ById.extend({
      key: z
        .union([z.string().min(1), Id])
        .describe("The Data API key of the event: its value or, for administrators, its id or hint."),
      body: z
        .string()
        .min(1)
        .max(10_000)
        .optional()
        .describe("The event, as JSON, or as a form for senders of forms. Default: `sampleEvent` of the webhook."),
    }),
    output: z.object({
      ok: z.boolean().describe("True if the event was accepted."),
      status: z.int().describe("HTTP status that the sender would get."),
      msg: z.string().describe("Response text that the sender would get."),
      deliveryId: z
        .string()
        .nullable()
        .describe("Id of the delivery; null if the event was rejected before it was stored."),
    }),
    changes: webhookOf,
    errors: [
      "webhook_not_found",
      "key_value_needed",
      "key_not_found",
      "key_data_api_off",
      "key_file_not_allowed",
      "json_invalid",
    ],
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
    summary: "Set or rotate the secret that verifies events",
    description:
      "Without `secret` a new secret is generated and returned only here. The previous one is also accepted for `previousHours`, so you can update the sender meanwhile.",
    access: "admin",
    input: ById.extend({
      secret: z.string().min(1).max(500).optional().describe("The sender's secret. Default: a new one is generated."),
      previousHours: z
        .number()
        .min(0)
        .max(24 * 30)
        .default(24)
        .describe("Hours for which the previous secret is also accepted."),
    }),
    output: z.object({
      webhook: Webhook.describe("The stored webhook."),
      secret: z.string().nullable().describe("The new secret, if one was generated."),
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
