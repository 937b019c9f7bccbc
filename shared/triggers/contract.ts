import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";

const TriggerId = Id.describe("Id of the trigger.");
const ServerId = z.int().min(0).describe("Id that FileMaker Server gave the trigger. FileMaker Server reuses ids.");

const Address = z
  .url({ protocol: /^https?$/, error: "must be an address that begins with https:// or http://" })
  .max(2000)
  .refine((text) => !URL.canParse(text) || new URL(text).username === "", "must not contain a user name");

const Headers = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z0-9-]{1,100}$/, "must be the name of a header")
      .refine((name) => !/^(?:host|content-length|content-type|connection|transfer-encoding|webhook-.*)$/i.test(name), {
        error: "is a header that the service sets",
      }),
    z.string().regex(/^[\t\x20-\x7e]{0,2000}$/, "must be one line of printable ASCII"),
  )
  .refine((headers) => Object.keys(headers).length <= 20, "must have at most 20 headers")
  .describe("Headers to send. Their values are stored encrypted and never shown.");

const Table = z.string().trim().min(1).max(100).describe("The table occurrence to watch, by its OData name.");
const Select = z
  .string()
  .max(2000)
  // FileMaker Server would accept it, and then fail permanently on every change, the oldest first.
  .refine((text) => !/(?:^|,)\s*id\s*(?:,|$)/i.test(text), 'must write a field named id in quotes: `"id"`')
  .describe('Fields to send, such as `uuid,status`. Empty means all. Write a field named id as `"id"`.');
const Filter = z.string().max(2000).describe("Records to send, as a `$filter` of OData. Empty means all.");
const Label = z.string().trim().min(1).max(200).describe("Name of the trigger.");

/** Table and changes that FileMaker Server watches. */
const Watched = {
  tableName: Table,
  select: Select.default(""),
  filter: Filter.default(""),
  notifySchemaChanges: z.boolean().default(false).describe("True to also send changes of the table's fields."),
  maxFailedAttempts: z
    .int()
    .min(0)
    .max(10_000)
    .default(0)
    .describe(
      "Maximum number of attempts by FileMaker Server; 0 means until accepted. Servers before version 26 only support 0.",
    ),
};

const Target = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("url").describe("Sends the signed event to an address."),
    id: Id.optional().describe("Id of an existing target to keep. Values that you leave out stay unchanged."),
    url: Address.optional().describe("Address for the events. Required for a new target."),
    headers: Headers.optional(),
    isEnabled: z.boolean().default(true).describe("False to disable the target: new events fail at once."),
  }),
  z.object({
    kind: z
      .literal("schedule")
      .describe("Runs a schedule: a build, a deployment, or one of FileMaker Server's own schedules such as a backup."),
    id: Id.optional().describe("Id of an existing target to keep."),
    scheduleId: Id.describe(
      "The schedule. If the schedule is disabled, only triggers run it. All events within a minute run it once, at the end of the minute.",
    ),
    isEnabled: z.boolean().default(true).describe("False to disable the target: new events fail at once."),
  }),
]);
export type TargetInput = z.output<typeof Target>;

const Destination = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("address").describe("FileMaker Server sends directly to an address, unsigned."),
      url: Address.describe("Target address: a public address, or one in a network that `CALLOUT_NETWORKS` lists."),
      headers: Headers.default({}),
    }),
    z.object({
      kind: z
        .literal("relay")
        .describe(
          "FileMaker Server sends to Latchkey, which stores and signs the event and retries failed deliveries.",
        ),
      targets: z.array(Target).min(1).max(20).describe("Targets of the events."),
    }),
  ])
  .describe("Destination of the changes.");
export type DestinationInput = z.output<typeof Destination>;

const AccountInput = z
  .object({
    user: z.string().min(1).max(255).describe("Account name. Whitespace is significant."),
    pass: z.string().max(1024).describe("Account password. Whitespace is significant."),
  })
  .describe("An account of the file with the extended privilege `fmodata`, instead of a key.");

/** Account that opens the file: that of a key, or a separate one. */
const Access = {
  key: z
    .union([z.string().min(1), Id])
    .optional()
    .describe(
      "A Data API key that opens the file: its value or, for administrators, its id or hint. The trigger uses the key's account.",
    ),
  account: AccountInput.optional(),
};
/** Proof that the caller has the key or the account that a trigger uses. */
const ShownAccess = {
  key: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Value of the trigger's key. Required for operators unless they send `account`; not required for administrators.",
    ),
  account: AccountInput.optional(),
};
const namesOne = ({ key, account }: { key?: unknown; account?: unknown }) =>
  (key === undefined) !== (account === undefined);
const namesOneMessage = { path: ["key"], message: "name either `key` or `account`" };

const PendingOperation = z.object({
  operation: z.string().describe("Kind of change: `ADD`, `UPDATE`, `DELETE` or `SCHEMA`."),
  rowIDs: z.array(z.number()).describe("Internal ids of the records; -1 means all."),
  status: z.string().describe("Status, as in FileMaker Server."),
  lastErrorCode: z.number().describe("Error code of the last attempt; 0 means not tried yet."),
  lastErrorMessage: z.string().describe("Error text of the last attempt."),
  sendAttempts: z.number().describe("Number of attempts."),
});

const ShownTarget = z.object({
  id: Id.describe("Id of the target. The source of its deliveries is `target-` with this id."),
  kind: z.enum(["url", "schedule"]).describe("Type of the target: an address, or a schedule to run."),
  url: z.string().nullable().describe("Target address, without the values of its query."),
  headers: z.array(z.string()).describe("Names of the headers that are sent."),
  scheduleId: Id.nullable().describe("Id of the schedule."),
  isEnabled: z.boolean().describe("True if the target is enabled."),
  failingSince: Timestamp.nullable().describe(
    "Time since which every attempt has failed; null if the last one succeeded.",
  ),
  disabledReason: z.string().nullable().describe("Reason why Latchkey disabled the target."),
});

/** Trigger: FileMaker Server sends the changes in a table. */
export const Trigger = z.object({
  id: TriggerId,
  label: Label,
  database: z.string().describe("The hosted file."),
  ...Watched,
  access: z
    .object({
      keyId: Id.nullable().describe("Id of the key whose account is used."),
      user: z.string().nullable().describe("Name of the trigger's own account."),
      isKeyDeleted: z.boolean().describe("True if the key no longer exists: the trigger can't be read or changed."),
    })
    .describe("The account that opens the file."),
  destination: z
    .object({
      kind: z.enum(["address", "relay"]).describe("`address`: directly to an address. `relay`: through Latchkey."),
      url: z.string().nullable().describe("The address, without the values of its query."),
      headers: z.array(z.string()).describe("Names of the headers that are sent."),
      targets: z.array(ShownTarget).describe("Targets of the relay."),
    })
    .describe("Destination of the changes."),
  state: z
    .enum(["active", "changing", "deleting", "refused"])
    .describe(
      "`changing`: FileMaker Server doesn't have the trigger or its change yet. `deleting`: FileMaker Server still has it. `refused`: FileMaker Server rejected it; see `reason`.",
    ),
  reason: z.string().nullable().describe("Reason why the trigger isn't in the requested state."),
  serverId: ServerId.nullable(),
  replaced: z
    .array(
      z.object({
        serverId: ServerId,
        pendingCount: z.int().describe("Number of pending changes on FileMaker Server."),
      }),
    )
    .describe("The previous version of the trigger on FileMaker Server, kept until its pending changes are sent."),
  createdAt: Timestamp.describe("Creation time."),
  updatedAt: Timestamp.describe("Time of the last change."),
});
export type Trigger = z.infer<typeof Trigger>;

const OnServer = z.object({
  serverId: ServerId,
  triggerId: Id.nullable().describe("Id of the trigger here; null if another program created it."),
  tableName: z.string().describe("The table occurrence that is watched."),
  url: z.string().describe("Target address, without the values of its query and the relay's secret."),
  select: z.string().describe("Fields that are sent."),
  filter: z.string().describe("Filter for the records that are sent."),
  notifySchemaChanges: z.boolean().describe("True if changes of the table's fields are sent."),
  pendingOperations: z
    .array(PendingOperation)
    .describe("Pending changes, oldest first. A failed change holds up the ones after it."),
});
export type OnServer = z.infer<typeof OnServer>;

const NewSecrets = z
  .array(
    z.object({
      targetId: Id.describe("Id of the target."),
      secret: z.string().describe("Secret for the receiver to verify events, as defined in Standard Webhooks."),
    }),
  )
  .describe("Secrets of new targets. They are returned only once.");

const ById = z.object({ id: z.coerce.number().pipe(Id).describe("Id of the trigger.") });
const triggerOf = ({ id }: { readonly id: number }) => `trigger:${id}`;

const example = {
  id: 3,
  label: "Contacts to the shop",
  database: "Contacts.fmp12",
  tableName: "Contacts",
  select: "uuid,status",
  filter: "",
  notifySchemaChanges: false,
  maxFailedAttempts: 0,
  access: { keyId: 7, user: null, isKeyDeleted: false },
  destination: {
    kind: "relay",
    url: null,
    headers: [],
    targets: [
      {
        id: 5,
        kind: "url",
        url: "https://shop.example.com/contacts",
        headers: [],
        scheduleId: null,
        isEnabled: true,
        failingSince: null,
        disabledReason: null,
      },
    ],
  },
  state: "active",
  reason: null,
  serverId: 1,
  replaced: [],
  createdAt: "2026-11-20T09:15:02.114Z",
  updatedAt: "2026-11-20T09:15:02.114Z",
} as const;

const upstreamErrors = [
  "trigger_account_refused",
  "trigger_key_deleted",
  "triggers_unsupported",
  "file_not_available",
  "upstream_unreachable",
  "certificate_refused",
] as const;
const keyErrors = ["key_value_needed", "key_not_found", "key_file_not_allowed"] as const;
const addressErrors = ["trigger_address_refused", "trigger_address_unknown"] as const;

export const triggers = resource({
  listTriggers: {
    method: "GET",
    path: "/svc/api/triggers",
    summary: "List table triggers",
    access: "admin",
    input: z.object({}),
    output: z.object({ triggers: z.array(Trigger).describe("All triggers that were created here.") }),
    errors: [],
    example: { output: { triggers: [example] } },
  },
  createTrigger: {
    method: "POST",
    path: "/svc/api/triggers",
    summary: "Create a table trigger",
    description:
      "Requires FileMaker Server 22.0.4. While the server is unavailable, the trigger is `changing`; it is created as soon as possible.",
    access: "admin",
    input: z
      .object({
        label: Label,
        filename: DatabaseName.describe("The hosted file, with or without `.fmp12`."),
        ...Access,
        ...Watched,
        destination: Destination,
      })
      .refine(namesOne, namesOneMessage),
    rowNames: { database: "filename" },
    output: z.object({ trigger: Trigger.describe("The stored trigger."), secrets: NewSecrets }),
    holdsSecret: true,
    changes: (_: never, output?: { trigger: Trigger }) =>
      output === undefined ? undefined : triggerOf(output.trigger),
    errors: [
      ...keyErrors,
      ...addressErrors,
      ...upstreamErrors,
      "trigger_refused",
      "schedule_not_found",
      "target_incomplete",
      "secret_masked",
    ],
    example: {
      input: {
        label: "Contacts to the shop",
        filename: "Contacts",
        key: 7,
        tableName: "Contacts",
        select: "uuid,status",
        destination: { kind: "relay", targets: [{ kind: "url", url: "https://shop.example.com/contacts" }] },
      },
      output: { trigger: example, secrets: [{ targetId: 5, secret: "whsec_bG9uZyBlbm91Z2ggdG8gYmUgYSBzZWNyZXQ" }] },
    },
  },
  inspectTriggers: {
    method: "POST",
    path: "/svc/api/triggers/inspect",
    summary: "List FileMaker Server's triggers for a file",
    description: "Includes triggers that other programs created.",
    access: "admin",
    input: z
      .object({ filename: DatabaseName.describe("The hosted file, with or without `.fmp12`."), ...Access })
      .refine(namesOne, namesOneMessage),
    rowNames: { database: "filename" },
    output: z.object({
      status: z.string().describe("Status of the trigger on FileMaker Server, such as `ACTIVE`."),
      triggers: z.array(OnServer).describe("All triggers of the file."),
      tables: z.array(z.string()).describe("Table occurrences that can be watched."),
    }),
    changes: false,
    errors: [...keyErrors, ...upstreamErrors],
    example: {
      input: { filename: "Contacts", key: 7 },
      output: { status: "ACTIVE", triggers: [], tables: ["Contacts", "Phones"] },
    },
  },
  readTrigger: {
    method: "GET",
    path: "/svc/api/triggers/{id}",
    summary: "Get a table trigger with its pending changes",
    access: "admin",
    input: ById,
    output: z.object({
      trigger: Trigger.describe("The stored trigger."),
      onServer: z.array(OnServer).nullable().describe("The trigger on FileMaker Server; null if it couldn't be read."),
      unreadBecause: z
        .object({
          error: z.string().describe("Name of the error."),
          text: z.string().describe("The error in one sentence."),
        })
        .nullable()
        .describe("Reason why the trigger couldn't be read on FileMaker Server; null if it was."),
    }),
    errors: ["trigger_not_found"],
    example: { input: { id: 3 }, output: { trigger: example, onServer: [], unreadBecause: null } },
  },
  updateTrigger: {
    method: "PATCH",
    path: "/svc/api/triggers/{id}",
    summary: "Update a table trigger",
    description:
      "Values that you leave out stay unchanged. FileMaker Server can't update triggers: Latchkey creates a new one and deletes the previous one when its pending changes are sent. Meanwhile a change can be sent twice. Relay targets that aren't listed are deleted. Only administrators can change what is read or where it is sent without sending `key` or `account` again. A target loses its stored headers if its server changes.",
    access: "admin",
    input: ById.extend({
      label: Label.optional(),
      tableName: Table.optional(),
      select: Select.optional(),
      filter: Filter.optional(),
      notifySchemaChanges: z.boolean().optional().describe("True to also send changes of the table's fields."),
      maxFailedAttempts: z
        .int()
        .min(0)
        .max(10_000)
        .optional()
        .describe("Maximum number of attempts by FileMaker Server."),
      destination: Destination.optional(),
      ...Access,
      dropsPending: z
        .boolean()
        .default(false)
        .describe("True to delete the previous version at once. Its pending changes are lost."),
    }).refine(({ key, account }) => key === undefined || account === undefined, namesOneMessage),
    output: z.object({ trigger: Trigger.describe("The stored trigger."), secrets: NewSecrets }),
    holdsSecret: true,
    changes: triggerOf,
    errors: [
      "trigger_not_found",
      "trigger_access_needed",
      "secret_masked",
      ...keyErrors,
      ...addressErrors,
      ...upstreamErrors,
      "trigger_refused",
      "schedule_not_found",
      "target_incomplete",
      "target_not_found",
    ],
    example: { input: { id: 3, select: "uuid,status,city" }, output: { trigger: example, secrets: [] } },
  },
  deleteTrigger: {
    method: "DELETE",
    path: "/svc/api/triggers/{id}",
    summary: "Delete a table trigger",
    description:
      "Changes pending on FileMaker Server are lost, and the relay stops its deliveries. While the server is unavailable, the trigger is `deleting`.",
    access: "admin",
    input: ById.extend({
      force: z
        .stringbool()
        .default(false)
        .describe("True to delete the trigger here even if FileMaker Server is unavailable or rejects the account."),
    }),
    output: z.object({
      ok: z.boolean().describe("True if the trigger is deleted or will be."),
      isPending: z.boolean().describe("True if FileMaker Server still has the trigger."),
    }),
    changes: triggerOf,
    errors: ["trigger_not_found", "trigger_account_refused", "trigger_key_deleted"],
    example: { input: { id: 3 }, output: { ok: true, isPending: false } },
  },
  invokeTrigger: {
    method: "POST",
    path: "/svc/api/triggers/{id}/invoke",
    summary: "Send records through a trigger as if they had changed",
    description: "Operators must send the value of the trigger's key, or its account.",
    access: "admin",
    input: ById.extend({
      rowIDs: z.array(z.int().min(1)).min(1).max(10_000).optional().describe("Internal ids of the records."),
      allRecords: z.literal(true).optional().describe("True for all records of the table, instead of `rowIDs`."),
      ...ShownAccess,
    }).refine(({ rowIDs, allRecords }) => (rowIDs === undefined) !== (allRecords === undefined), {
      path: ["rowIDs"],
      message: "name either `rowIDs` or `allRecords`",
    }),
    output: z.object({ ok: z.boolean().describe("True if FileMaker Server has started to send them.") }),
    changes: triggerOf,
    errors: [
      "trigger_not_found",
      "trigger_access_needed",
      ...keyErrors,
      "trigger_not_active",
      "trigger_refused",
      "secret_masked",
      ...upstreamErrors,
    ],
    example: { input: { id: 3, rowIDs: [63, 61] }, output: { ok: true } },
  },
  setTargetSecret: {
    method: "POST",
    path: "/svc/api/triggers/{id}/targets/{targetId}/secret",
    summary: "Rotate the signing secret of a target",
    description: "For `previousHours`, events are also signed with the previous secret.",
    access: "admin",
    input: ById.extend({
      targetId: z.coerce.number().pipe(Id).describe("Id of the target."),
      previousHours: z
        .number()
        .min(0)
        .max(24 * 30)
        .default(24)
        .describe("Hours for which both secrets sign."),
    }),
    output: z.object({ secret: z.string().describe("The new secret. It is returned only once.") }),
    holdsSecret: true,
    changes: triggerOf,
    errors: ["trigger_not_found", "target_not_found"],
    example: {
      input: { id: 3, targetId: 5, previousHours: 24 },
      output: { secret: "whsec_bG9uZyBlbm91Z2ggdG8gYmUgYSBzZWNyZXQ" },
    },
  },
});
