import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";

const TriggerId = Id.describe("The trigger's number.");
const ServerId = z.int().min(0).describe("The number that FileMaker Server has given it. It gives numbers again.");

const Address = z
  .url({ protocol: /^https?$/, error: "must be an address that begins with https:// or http://" })
  .max(2000)
  .refine((text) => !URL.canParse(text) || new URL(text).username === "", "must not hold an account");

const Headers = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z0-9-]{1,100}$/, "must be the name of a header")
      .refine((name) => !/^(?:host|content-length|content-type|connection|transfer-encoding|webhook-.*)$/i.test(name), {
        error: "is a header that is set by the service",
      }),
    z.string().regex(/^[\t\x20-\x7e]{0,2000}$/, "must be one line of printable ASCII"),
  )
  .refine((headers) => Object.keys(headers).length <= 20, "must be at most 20 headers")
  .describe("Headers that are sent along. Their values are stored sealed and never shown.");

const Table = z.string().trim().min(1).max(100).describe("The table occurrence that is watched, as OData names it.");
const Select = z
  .string()
  .max(2000)
  // FileMaker Server would accept it, and then fail permanently on every change, the oldest first.
  .refine((text) => !/(?:^|,)\s*id\s*(?:,|$)/i.test(text), 'must name a field that is called id in quotes: `"id"`')
  .describe('Which fields are sent, such as `uuid,status`. Empty: all. A field that is called id is written `"id"`.');
const Filter = z.string().max(2000).describe("Which records are sent, as a `$filter` of OData. Empty: all.");
const Label = z.string().trim().min(1).max(200).describe("What it is called.");

/** Table and changes that FileMaker Server watches. */
const Watched = {
  tableName: Table,
  select: Select.default(""),
  filter: Filter.default(""),
  notifySchemaChanges: z.boolean().default(false).describe("Whether changes of the table's fields are sent too."),
  maxFailedAttempts: z
    .int()
    .min(0)
    .max(10_000)
    .default(0)
    .describe("How often FileMaker Server tries to send. 0: until it is accepted. Servers before 26 know only that."),
};

const Target = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("url").describe("The event is sent to an address, signed."),
    id: Id.optional().describe("The number of a target that stays. What is left out of it stays as it is."),
    url: Address.optional().describe("Where events go. A new target needs it."),
    headers: Headers.optional(),
    isEnabled: z.boolean().default(true).describe("False: nothing is sent, and events that come fail at once."),
  }),
  z.object({
    kind: z
      .literal("schedule")
      .describe(
        "A schedule runs, as it is set there: a build, a deployment, or one of FileMaker Server's own such as a backup.",
      ),
    id: Id.optional().describe("The number of a target that stays."),
    scheduleId: Id.describe(
      "The schedule. Switched off, it runs by triggers alone. Events of one minute run it once, when the minute has ended.",
    ),
    isEnabled: z.boolean().default(true).describe("False: it does not run, and events that come fail at once."),
  }),
]);
export type TargetInput = z.output<typeof Target>;

const Destination = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("address").describe("FileMaker Server sends straight to an address, unsigned."),
      url: Address.describe("Where it sends: a public address, or one in a network that `CALLOUT_NETWORKS` lists."),
      headers: Headers.default({}),
    }),
    z.object({
      kind: z
        .literal("relay")
        .describe(
          "It sends to Latchkey, which stores the event before it answers, signs it and tries again by itself.",
        ),
      targets: z.array(Target).min(1).max(20).describe("Where events go from there."),
    }),
  ])
  .describe("Where changes go.");
export type DestinationInput = z.output<typeof Destination>;

const AccountInput = z
  .object({
    user: z.string().min(1).max(255).describe("Name of the account. Blanks count."),
    pass: z.string().max(1024).describe("Its password. Blanks count."),
  })
  .describe("An account of the file with the extended privilege `fmodata`, in place of a key.");

/** Account that opens the file: that of a key, or a separate one. */
const Access = {
  key: z
    .union([z.string().min(1), Id])
    .optional()
    .describe(
      "A Data API key that opens the file: its value or, for administrators, its id or hint. Its account is used.",
    ),
  account: AccountInput.optional(),
};
/** Proof that the caller has the key or the account that a trigger uses. */
const ShownAccess = {
  key: z
    .string()
    .min(1)
    .optional()
    .describe("The value of the trigger's key. Operators need it, or `account`; administrators don't."),
  account: AccountInput.optional(),
};
const namesOne = ({ key, account }: { key?: unknown; account?: unknown }) =>
  (key === undefined) !== (account === undefined);
const namesOneMessage = { path: ["key"], message: "name either `key` or `account`" };

const PendingOperation = z.object({
  operation: z.string().describe("What happened: `ADD`, `UPDATE`, `DELETE` or `SCHEMA`."),
  rowIDs: z.array(z.number()).describe("The records, by their internal numbers. -1: all of them."),
  status: z.string().describe("As FileMaker Server calls it."),
  lastErrorCode: z.number().describe("Why it was not sent. 0: it was not tried yet."),
  lastErrorMessage: z.string().describe("The same as text."),
  sendAttempts: z.number().describe("How often it was tried."),
});

const ShownTarget = z.object({
  id: Id.describe("The number of the target. Its deliveries belong to `target-` and this number."),
  kind: z.enum(["url", "schedule"]).describe("An address, or a schedule that runs."),
  url: z.string().nullable().describe("Where events go, without the values of its query."),
  headers: z.array(z.string()).describe("Names of the headers that are sent along."),
  scheduleId: Id.nullable().describe("The schedule that runs."),
  isEnabled: z.boolean().describe("Whether events go there."),
  failingSince: Timestamp.nullable().describe("Since when every attempt has failed. Null: the newest did not."),
  disabledReason: z.string().nullable().describe("Why it was switched off by itself."),
});

/** Trigger: FileMaker Server sends the changes in a table. */
export const Trigger = z.object({
  id: TriggerId,
  label: Label,
  database: z.string().describe("The hosted file."),
  ...Watched,
  access: z
    .object({
      keyId: Id.nullable().describe("The key whose account is used."),
      user: z.string().nullable().describe("The account of its own."),
    })
    .describe("By which account the file is opened."),
  destination: z
    .object({
      kind: z.enum(["address", "relay"]).describe("Straight to an address, or through the relay."),
      url: z.string().nullable().describe("The address, without the values of its query."),
      headers: z.array(z.string()).describe("Names of the headers that are sent along."),
      targets: z.array(ShownTarget).describe("Where the relay sends events."),
    })
    .describe("Where changes go."),
  state: z
    .enum(["active", "changing", "deleting", "refused"])
    .describe(
      "`changing`: FileMaker Server does not have it yet, or still has the one before. `deleting`: it still has it. `refused`: it did not take it, as `reason` says.",
    ),
  reason: z.string().nullable().describe("What keeps it from being as it is wanted."),
  serverId: ServerId.nullable(),
  replaced: z
    .array(
      z.object({
        serverId: ServerId,
        pendingCount: z.int().describe("How many changes wait there to be sent."),
      }),
    )
    .describe("What FileMaker Server has of it from before a change, until nothing waits there."),
  createdAt: Timestamp.describe("When it was made."),
  updatedAt: Timestamp.describe("When it was changed last."),
});
export type Trigger = z.infer<typeof Trigger>;

const OnServer = z.object({
  serverId: ServerId,
  triggerId: Id.nullable().describe("The trigger here that it belongs to. Null: another program has made it."),
  tableName: z.string().describe("The table occurrence that is watched."),
  url: z.string().describe("Where it sends, without the values of its query. The secret of the relay is not shown."),
  select: z.string().describe("Which fields are sent."),
  filter: z.string().describe("Which records are sent."),
  notifySchemaChanges: z.boolean().describe("Whether changes of the table's fields are sent."),
  pendingOperations: z
    .array(PendingOperation)
    .describe("What waits to be sent, the oldest first: one that fails holds up those behind it."),
});
export type OnServer = z.infer<typeof OnServer>;

const NewSecrets = z
  .array(
    z.object({
      targetId: Id.describe("The target."),
      secret: z.string().describe("What its receiver verifies events with, by Standard Webhooks."),
    }),
  )
  .describe("Secrets of new targets. They are shown in this answer alone.");

const ById = z.object({ id: z.coerce.number().pipe(Id).describe("The trigger's number.") });
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
  access: { keyId: 7, user: null },
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
  "triggers_unsupported",
  "file_not_available",
  "upstream_unreachable",
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
    output: z.object({ triggers: z.array(Trigger).describe("All that were made here, as they are stored.") }),
    errors: [],
    example: { output: { triggers: [example] } },
  },
  createTrigger: {
    method: "POST",
    path: "/svc/api/triggers",
    summary: "Make a table trigger",
    description:
      "Needs FileMaker Server 22.0.4. While the server cannot be reached the trigger is `changing`, and made as soon as that is possible.",
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
    output: z.object({ trigger: Trigger.describe("The trigger as it is stored."), secrets: NewSecrets }),
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
    summary: "See what triggers FileMaker Server has for a file",
    description: "Those that other programs have made are among them.",
    access: "admin",
    input: z
      .object({ filename: DatabaseName.describe("The hosted file, with or without `.fmp12`."), ...Access })
      .refine(namesOne, namesOneMessage),
    rowNames: { database: "filename" },
    output: z.object({
      status: z.string().describe("Whether FileMaker Server sends, as it says it: `ACTIVE`."),
      triggers: z.array(OnServer).describe("Every trigger of the file."),
      tables: z.array(z.string()).describe("The table occurrences that can be watched."),
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
    summary: "Read a table trigger, and what waits to be sent",
    access: "admin",
    input: ById,
    output: z.object({
      trigger: Trigger.describe("The trigger as it is stored."),
      onServer: z.array(OnServer).nullable().describe("What FileMaker Server has of it now. Null: it was not reached."),
    }),
    errors: ["trigger_not_found"],
    example: { input: { id: 3 }, output: { trigger: example, onServer: [] } },
  },
  updateTrigger: {
    method: "PATCH",
    path: "/svc/api/triggers/{id}",
    summary: "Change a table trigger",
    description:
      "What is not named stays as it is. FileMaker Server knows no change: it gets the new one first, and the one before is deleted once nothing waits there. Meanwhile a change may be sent twice. Of the relay's targets those that are not named are removed. Only administrators can change what is read or where it is sent without naming `key` or `account` again. A target whose server changes loses its stored headers.",
    access: "admin",
    input: ById.extend({
      label: Label.optional(),
      tableName: Table.optional(),
      select: Select.optional(),
      filter: Filter.optional(),
      notifySchemaChanges: z.boolean().optional().describe("Whether changes of the table's fields are sent too."),
      maxFailedAttempts: z.int().min(0).max(10_000).optional().describe("How often FileMaker Server tries to send."),
      destination: Destination.optional(),
      ...Access,
      dropsPending: z
        .boolean()
        .default(false)
        .describe("Whether the one before is deleted at once. What waits there to be sent is lost."),
    }).refine(({ key, account }) => key === undefined || account === undefined, namesOneMessage),
    output: z.object({ trigger: Trigger.describe("The trigger as it is stored."), secrets: NewSecrets }),
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
      "What waits at FileMaker Server to be sent is lost; what the relay has taken is delivered no more. While the server cannot be reached the trigger is `deleting`.",
    access: "admin",
    input: ById.extend({
      force: z
        .stringbool()
        .default(false)
        .describe("True: it is forgotten here even where FileMaker Server cannot be asked, or refuses the account."),
    }),
    output: z.object({
      ok: z.boolean().describe("It is deleted, or will be."),
      isPending: z.boolean().describe("Whether FileMaker Server still has it."),
    }),
    changes: triggerOf,
    errors: ["trigger_not_found", "trigger_account_refused"],
    example: { input: { id: 3 }, output: { ok: true, isPending: false } },
  },
  invokeTrigger: {
    method: "POST",
    path: "/svc/api/triggers/{id}/invoke",
    summary: "Send records by a trigger as if they had changed",
    description: "Operators name the trigger's key by its value, or its account.",
    access: "admin",
    input: ById.extend({
      rowIDs: z.array(z.int().min(1)).min(1).max(10_000).optional().describe("The records, by their internal numbers."),
      allRecords: z.literal(true).optional().describe("Every record of the table, in place of `rowIDs`."),
      ...ShownAccess,
    }).refine(({ rowIDs, allRecords }) => (rowIDs === undefined) !== (allRecords === undefined), {
      path: ["rowIDs"],
      message: "name either `rowIDs` or `allRecords`",
    }),
    output: z.object({ ok: z.boolean().describe("FileMaker Server has begun to send them.") }),
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
    summary: "Replace the secret that a target verifies events with",
    description: "For `previousHours` events carry a signature by the secret before as well.",
    access: "admin",
    input: ById.extend({
      targetId: z.coerce.number().pipe(Id).describe("The target's number."),
      previousHours: z
        .number()
        .min(0)
        .max(24 * 30)
        .default(24)
        .describe("For how long both sign. Hours."),
    }),
    output: z.object({ secret: z.string().describe("The new secret, shown in this answer alone.") }),
    holdsSecret: true,
    changes: triggerOf,
    errors: ["trigger_not_found", "target_not_found"],
    example: {
      input: { id: 3, targetId: 5, previousHours: 24 },
      output: { secret: "whsec_bG9uZyBlbm91Z2ggdG8gYmUgYSBzZWNyZXQ" },
    },
  },
});
