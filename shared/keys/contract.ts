import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Id, Limit, Role, Timestamp } from "#shared/contract/scalars.ts";
import { parsedKeyHint, withoutKeys } from "#shared/contract/values/api-key.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { AdminKeyLimits, KeyLimits } from "#shared/contract/values/key-limits.ts";

/** Description of the client that uses the key, in the administrator's words. */
const Label = z.string().trim().max(200).describe("What uses the key, in your words.");

/** Key in a path: its value, its id, or its hint. */
const KeyReference = z
  .string()
  .min(1)
  .max(100)
  .describe("The key's value, its id, or its hint as rows show it, such as `dk_1…qW9y` (`...` is as good as `…`).");

const Databases = z
  .array(DatabaseName)
  .min(1)
  .max(256)
  .describe("Names of the files, with or without `.fmp12`. Case does not matter.");

/** Name and password of a FileMaker account. Neither is trimmed, because whitespace is significant. */
const User = z.string().min(1).max(255).describe("Name of the account. Blanks count.");
const Pass = z.string().max(1024).describe("Password of the account. Blanks count.");

const KeyId = Id.describe("The key's number.");
const Hint = z
  .string()
  .describe("The key's id and the last four characters of its value. Names the key wherever `{key}` is.");
const Token = z.null().describe("Always null: session tokens do not leave the service.");
const Switches = {
  isDataApi: z.boolean().describe("Whether it opens the Data API."),
  isOData: z.boolean().describe("Whether it opens OData."),
  allowAnyDatabase: z.boolean().describe("Whether it opens every file that takes its account, listed or not."),
};

const FailingSince = Timestamp.nullable().describe(
  "Since when FileMaker Server refuses its account or password. Null: it does not, as far as it was asked.",
);

const CreatedBy = z
  .string()
  .nullable()
  .describe("Who made it, as the audit trail names people. Null: it was made before that was noted.");

const KeyRole = Role.describe(
  "What its holder may do. `viewer`: read, without downloads and secrets. `operator`: everything but keys, identity, transfer, people and settings. `administrator`: everything.",
);

const EndsAt = Timestamp.nullable().describe("From this moment on it opens nothing. Null: it has no end.");
const IsDisabled = z.boolean().describe("Whether it opens nothing until it is enabled again.");

/** Limits that are omitted stay the same, or don't apply to a new key. */
const GivenLimits = KeyLimits.partial()
  .nullable()
  .describe(
    "What it is limited to. What is left out is not limited in a new key, and stays as it is in another. Null: nothing.",
  );
const GivenAdminLimits = AdminKeyLimits.partial()
  .nullable()
  .describe(
    "What it is limited to. What is left out is not limited in a new key, and stays as it is in another. Null: nothing.",
  );

/** Expiry and limits of a key in lists. */
const Limited = {
  ends_at: EndsAt,
  is_disabled: IsDisabled,
  replaced_by: Id.nullable().describe("The number of the key that has taken its place. Null: none."),
  replaces: Id.nullable().describe("The number of the key whose place it has taken. Null: none."),
};

/** Names in lists of fields that have other names in requests; a new key isn't disabled. */
const newAdminRowNames = { ends_at: "endsAt" } as const;
const newRowNames = {
  ...newAdminRowNames,
  allow_any_database: "allowAnyDatabase",
  is_data_api: "isDataApi",
  is_odata: "isOData",
} as const;
const rowNames = { ...newRowNames, is_disabled: "isDisabled" } as const;
const adminRowNames = { ...newAdminRowNames, is_disabled: "isDisabled" } as const;

/** Data API key in lists: `key` is a hint, because the value is only shown once, and `token` is always null. */
export const DataApiKey = z.object({
  id: KeyId,
  key: Hint,
  token: Token,
  user: z.string().describe("Name of the FileMaker account that it stands for."),
  database: z.string().describe("The first file. Readers that know only single-file keys look here."),
  databases: z.array(z.string()).describe("Every file that it opens, with `.fmp12`."),
  allow_any_database: Switches.allowAnyDatabase,
  label: z.string().nullable().describe("What uses the key."),
  created_at: Timestamp.nullable().describe("When it was made."),
  created_by: CreatedBy,
  updated_at: Timestamp.describe("When it was changed last."),
  last_used: Timestamp.nullable().describe("When it was used last, to about a minute. Null: never."),
  is_data_api: Switches.isDataApi,
  is_odata: Switches.isOData,
  failing_since: FailingSince,
  failing_files: z.array(z.string()).describe("The files of the key that refuse its account."),
  ...Limited,
  limits: KeyLimits.nullable().describe("What it is limited to. Null: nothing."),
  day_ends_at: Timestamp.nullable().describe(
    "When the day of its calls ends and they are counted anew. Null: they are not counted by days.",
  ),
});
export type DataApiKey = z.infer<typeof DataApiKey>;

/** Admin API key in lists: `key` is a hint. */
export const AdminApiKey = z.object({
  id: KeyId,
  key: Hint,
  label: z.string().nullable().describe("What uses the key."),
  created_at: Timestamp.nullable().describe("When it was made."),
  created_by: CreatedBy,
  last_used: Timestamp.nullable().describe("When it was used last, to about a minute. Null: never."),
  failing_since: FailingSince,
  role: KeyRole,
  ...Limited,
  limits: AdminKeyLimits.nullable().describe("What it is limited to. Null: nothing."),
});
export type AdminApiKey = z.infer<typeof AdminApiKey>;

const NewDataApiKey = z.object({
  databases: Databases.optional(),
  database: DatabaseName.optional().describe("One file, as before multi-file keys. Counts together with `databases`."),
  label: Label.default("(no label)"),
  user: User,
  pass: Pass,
  isDataApi: Switches.isDataApi.default(true),
  isOData: Switches.isOData.default(false),
  allowAnyDatabase: Switches.allowAnyDatabase.default(false),
  endsAt: EndsAt.default(null),
  limits: GivenLimits.default(null),
});

const namesFiles = (input: { databases?: readonly string[] | undefined; database?: string | undefined }) =>
  input.databases !== undefined || input.database !== undefined;
const namesFilesMessage = { path: ["databases"], message: "name at least one file in `databases`" };

/** Maximum number of files in a request without administrator credentials, because each file causes a login. */
const mostFilesOfAnyone = 20;
const namesFewFiles = (input: { databases?: readonly string[] | undefined; database?: string | undefined }) =>
  (input.databases?.length ?? 0) + (input.database === undefined ? 0 : 1) <= mostFilesOfAnyone;
const namesFewFilesMessage = { path: ["databases"], message: `name at most ${mostFilesOfAnyone} files` };

const serves = (input: { isDataApi: boolean; isOData: boolean }) => input.isDataApi || input.isOData;
const servesMessage = { path: ["isDataApi"], message: "a key must be for the Data API, OData or both" };

/** Response of a creation: the only place that contains a key's value. */
const CreatedDataApiKey = z.object({
  key: z.string().describe("The key's value. It is shown here and never again."),
  token: Token,
  id: KeyId,
  hint: Hint,
  files: z
    .array(
      z.object({
        database: z.string().describe("The file, with `.fmp12`."),
        layouts: z
          .array(z.string())
          .describe("The layouts that the account sees, the first 500. Empty: not for the Data API, or not known."),
      }),
    )
    .describe("The files as they were opened."),
});

const Ok = z.object({ ok: z.boolean().describe("It is done.") });

/** Verdict on the access of an account to a file. */
export const FileVerdict = z.object({
  database: z.string().describe("The file."),
  ok: z.boolean().describe("Whether the account opens it, through every API of the key."),
  text: z.string().nullable().describe("Why it does not. Null: it does."),
});
export type FileVerdict = z.infer<typeof FileVerdict>;

const Rotation = z.object({
  key: KeyReference,
  overlap: z
    .enum(["none", "1h", "24h", "7d", "30d"])
    .default("24h")
    .describe("How long the old key goes on beside the new one: not at all, an hour, a day, a week or 30 days."),
});
const Rotated = z.object({
  key: z.string().describe("The new key's value. It is shown here and never again."),
  id: KeyId,
  hint: Hint,
  replaces: Id.describe("The old key's number."),
  old_key_ends_at: Timestamp.describe("When the old key ends."),
});

const NewPassword = z.object({
  key: KeyReference,
  pass: Pass.describe("The password that the account has now. Blanks count."),
});
const Changed = z.array(Id).describe("Ids of the keys that have the new password now.");

const Page = z.object({
  cursor: Cursor.optional().describe("Where to go on, from the answer before."),
  limit: Limit.optional().describe("How many rows to answer at most. 1000 when left out."),
});
const NextPage = Cursor.nullable().describe("Where the next page begins. Null: this was the last.");

const BulkDelete = z.object({
  keys: z
    .array(z.union([Id, KeyReference]))
    .min(1)
    .max(1000)
    .describe("Values, ids or hints of the keys."),
});
const BulkDeleted = z.object({
  deleted: z.array(Id).describe("Ids of the keys that are gone now."),
  notFound: z.array(z.union([Id, z.string()])).describe("What was asked for and did not exist."),
});

// The audit trail names keys by id, or by the end of the value if the request contained the value.
const created = (kind: string) => (_input: unknown, output?: { readonly id: number }) =>
  output && `${kind}:${output.id}`;
const named =
  (kind: string) =>
  ({ key }: { readonly key: string }) =>
    `${kind}:${parsedKeyHint(key)?.id ?? withoutKeys(key)}`;
const changed = (kind: string) => (_input: unknown, output?: { readonly changed: readonly number[] }) =>
  output?.changed.map((id) => `${kind}:${id}`);
const deleted = (kind: string) => (_input: unknown, output?: { readonly deleted: readonly number[] }) =>
  output?.deleted.map((id) => `${kind}:${id}`);

/** Adds the role of a key to the audit trail. */
const createdWithRole = ({ role }: { readonly role: string }, output?: { readonly id: number }) =>
  output && [`admin-key:${output.id}`, `role:${role}`];
const namedWithRole = ({ key, role }: { readonly key: string; readonly role?: string | undefined }) => [
  named("admin-key")({ key }),
  ...(role === undefined ? [] : [`role:${role}`]),
];

/** Names both keys that a rotation changes. */
const rotated = (kind: string) => (_input: unknown, output?: { readonly id: number; readonly replaces: number }) =>
  output && [`${kind}:${output.id}`, `${kind}:${output.replaces}`];

const newKeyExample = {
  databases: ["Contacts.fmp12", "Orders.fmp12"],
  label: "Web shop",
  user: "api",
  pass: "demo-pass",
  isOData: true,
};
const createdExample = {
  key: "dk_4mZr0T5qQ2nB8vK1xYw7cUeJ6hPsLdGaFoNiRtVbMzX0kqW9y",
  token: null,
  id: 1,
  hint: "dk_1…qW9y",
  files: [
    { database: "Contacts.fmp12", layouts: ["Contacts", "Companies"] },
    { database: "Orders.fmp12", layouts: ["Orders"] },
  ],
};
const dataKeyExample = {
  id: 1,
  key: "dk_1…qW9y",
  token: null,
  user: "api",
  database: "Contacts.fmp12",
  databases: ["Contacts.fmp12", "Orders.fmp12"],
  allow_any_database: false,
  label: "Web shop",
  created_at: "2026-11-20T09:15:02.114Z",
  created_by: "session:admin",
  updated_at: "2026-11-20T09:15:02.114Z",
  last_used: null,
  is_data_api: true,
  is_odata: true,
  failing_since: null,
  failing_files: [],
  ends_at: null,
  is_disabled: false,
  replaced_by: null,
  replaces: null,
  limits: null,
  day_ends_at: null,
};
const adminKeyExample = {
  id: 1,
  key: "ak_1…x7Qp",
  label: "Deploy script",
  created_at: "2026-11-20T09:15:02.114Z",
  created_by: "session:admin",
  last_used: null,
  failing_since: null,
  role: "administrator",
  ends_at: null,
  is_disabled: false,
  replaced_by: null,
  replaces: null,
  limits: null,
};
const verdictsExample = [
  { database: "Contacts.fmp12", ok: true, text: null },
  { database: "Orders.fmp12", ok: false, text: "wrong account or password" },
];

export const keys = resource({
  createDataApiKey: {
    method: "POST",
    path: "/svc/api/api-key",
    summary: "Create a Data API Key",
    description:
      "Logs in to every named file first; nothing is stored unless all of them open. The value is in this answer and nowhere else. " +
      "`returnExisting` cannot bring an old value back: where a key with the same settings exists, the answer is 409 with its id, label and hint.",
    access: "admin",
    holdsSecret: true,
    rowNames: newRowNames,
    input: NewDataApiKey.extend({
      returnExisting: z
        .boolean()
        .default(false)
        .describe("Refuses with 409 where a key with the same settings exists, and names that key."),
    })
      .refine(namesFiles, namesFilesMessage)
      .refine(serves, servesMessage),
    output: CreatedDataApiKey,
    errors: ["key_files_refused", "key_exists", "too_many_attempts", "upstream_unreachable"],
    changes: created("data-key"),
    example: { input: newKeyExample, output: createdExample },
  },
  createDataApiKeyOnly: {
    method: "POST",
    path: "/svc/api/api-key/create-only",
    summary: "Create a Data API Key with nothing but the file's account",
    description:
      "Needs no management credential: the account in the body is the proof. Always makes a new key. Names at most 20 files; the first that does not open ends the check and counts as a failed attempt.",
    access: "anyone",
    // Enough for 20 file names and the limits.
    bodyBytes: 65_536,
    holdsSecret: true,
    rowNames: newRowNames,
    input: NewDataApiKey.refine(namesFiles, namesFilesMessage)
      .refine(serves, servesMessage)
      .refine(namesFewFiles, namesFewFilesMessage),
    output: CreatedDataApiKey,
    errors: ["key_files_refused", "too_many_attempts", "upstream_unreachable"],
    changes: created("data-key"),
    example: { input: newKeyExample, output: createdExample },
  },
  listDataApiKeys: {
    method: "GET",
    path: "/svc/api/api-key",
    summary: "List Data API Keys, oldest first",
    access: "admin",
    input: Page,
    output: z.object({ "api-keys": z.array(DataApiKey).describe("A page of keys."), cursor: NextPage }),
    errors: [],
    example: { output: { "api-keys": [dataKeyExample], cursor: null } },
  },
  getDataApiKey: {
    method: "GET",
    path: "/svc/api/api-key/{key}",
    summary: "Read one Data API Key",
    access: "admin",
    input: z.object({ key: KeyReference }),
    output: DataApiKey,
    errors: ["key_not_found"],
    example: { input: { key: "1" }, output: dataKeyExample },
  },
  updateDataApiKey: {
    method: "PATCH",
    path: "/svc/api/api-key/{key}",
    summary: "Change a Data API Key",
    description: "Files that are added, and a new account, are tried first; nothing changes unless all of them open.",
    access: "admin",
    rowNames,
    input: z.object({
      key: KeyReference,
      label: Label.optional(),
      isDataApi: Switches.isDataApi.optional(),
      isOData: Switches.isOData.optional(),
      allowAnyDatabase: Switches.allowAnyDatabase.optional(),
      databases: Databases.optional(),
      user: User.optional(),
      pass: Pass.optional(),
      endsAt: EndsAt.optional(),
      isDisabled: IsDisabled.optional(),
      limits: GivenLimits.optional(),
    }),
    output: z.object({
      key: Hint,
      label: z.string().nullable().describe("What uses the key."),
      ...Switches,
      databases: z.array(z.string()).describe("Every file that it opens, with `.fmp12`."),
    }),
    errors: ["key_not_found", "key_files_refused", "key_password_required", "key_busy", "too_many_attempts"],
    changes: named("data-key"),
    example: {
      input: { key: "1", label: "Web shop (staging)", isOData: false },
      output: {
        key: "dk_1…qW9y",
        label: "Web shop (staging)",
        isDataApi: true,
        isOData: false,
        allowAnyDatabase: false,
        databases: ["Contacts.fmp12", "Orders.fmp12"],
      },
    },
  },
  deleteDataApiKey: {
    method: "DELETE",
    path: "/svc/api/api-key/{key}",
    summary: "Delete a Data API Key",
    description: "The key stops working within 10 seconds everywhere.",
    access: "admin",
    input: z.object({ key: KeyReference }),
    output: Ok,
    errors: ["key_not_found"],
    changes: named("data-key"),
    example: { input: { key: "1" }, output: { ok: true } },
  },
  deleteDataApiKeys: {
    method: "POST",
    path: "/svc/api/api-key/bulk-delete",
    summary: "Delete several Data API Keys",
    access: "admin",
    input: BulkDelete,
    output: BulkDeleted,
    errors: [],
    changes: deleted("data-key"),
    example: { input: { keys: [1, 2] }, output: { deleted: [1], notFound: [2] } },
  },
  logoutDataApiKey: {
    method: "POST",
    path: "/svc/api/api-key/{key}/logout",
    summary: "End the FileMaker sessions of a Data API Key",
    description: "The key itself stays; its next call logs in again.",
    access: "admin",
    input: z.object({ key: KeyReference }),
    output: Ok,
    errors: ["key_not_found"],
    changes: named("data-key"),
    example: { input: { key: "1" }, output: { ok: true } },
  },
  rotateDataApiKey: {
    method: "POST",
    path: "/svc/api/api-key/{key}/rotate",
    summary: "Put a new Data API Key in the place of one",
    description:
      "The new key has everything of the old one but its value. The old one goes on for as long as `overlap` says, or until its own end where that is earlier. " +
      "Both share the calls of a day (`callsPerDay`). The value is in this answer and nowhere else.",
    access: "admin",
    holdsSecret: true,
    input: Rotation,
    output: Rotated,
    errors: ["key_not_found", "key_replaced", "key_busy"],
    changes: rotated("data-key"),
    example: {
      input: { key: "1", overlap: "24h" },
      output: {
        key: createdExample.key,
        id: 2,
        hint: "dk_2…qW9y",
        replaces: 1,
        old_key_ends_at: "2026-11-21T09:15:02.114Z",
      },
    },
  },
  testDataApiKey: {
    method: "POST",
    path: "/svc/api/api-key/{key}/test",
    summary: "Test the account of a Data API Key",
    description:
      "Opens every file of the key with its stored account, through every API that it serves. Whether the key is listed as failing follows from it.",
    access: "admin",
    input: z.object({ key: KeyReference }),
    output: z.object({
      ok: z.boolean().describe("Whether every file opens."),
      files: z.array(FileVerdict).describe("Each file of the key."),
    }),
    errors: ["key_not_found", "too_many_attempts", "upstream_unreachable"],
    changes: named("data-key"),
    example: { input: { key: "1" }, output: { ok: false, files: verdictsExample } },
  },
  changeDataApiKeyPassword: {
    method: "POST",
    path: "/svc/api/api-key/{key}/change-password",
    summary: "Store the changed password of a FileMaker account, for all its Data API Keys",
    description:
      "For the key, for those that share its account and password, and for those of an account of this name that FileMaker Server refuses. " +
      "Every file is tried first; a key one of whose files does not open is left as it was.",
    access: "admin",
    input: NewPassword,
    output: z.object({
      changed: Changed,
      unchanged: z.array(Id).describe("Ids of those that were left as they were, because a file did not open."),
      files: z.array(FileVerdict).describe("Each file of all these keys."),
    }),
    errors: ["key_not_found", "key_files_refused", "too_many_attempts", "upstream_unreachable"],
    changes: changed("data-key"),
    example: {
      input: { key: "1", pass: "demo-pass" },
      output: { changed: [1], unchanged: [2], files: verdictsExample },
    },
  },
  createAdminApiKey: {
    method: "POST",
    path: "/svc/api/admin-api-key",
    summary: "Create an Admin API Key",
    description: "Signs in with the Admin Console account first. The value is in this answer and nowhere else.",
    access: "admin",
    holdsSecret: true,
    rowNames: newAdminRowNames,
    input: z.object({
      label: Label.default("(no label)"),
      user: User,
      pass: Pass,
      role: KeyRole.default("administrator"),
      endsAt: EndsAt.default(null),
      limits: GivenAdminLimits.default(null),
    }),
    output: z.object({
      key: z.string().describe("The key's value. It is shown here and never again."),
      id: KeyId,
      hint: Hint,
    }),
    errors: ["credentials_refused", "administrator_limited", "too_many_attempts", "upstream_unreachable"],
    changes: createdWithRole,
    example: {
      input: { label: "Deploy script", user: "admin", pass: "admin-pass" },
      output: { key: "ak_4mZr0T5qQ2nB8vK1xYw7cUeJ6hPsLdGaFoNiRtVbMzX0kx7Qp", id: 1, hint: "ak_1…x7Qp" },
    },
  },
  listAdminApiKeys: {
    method: "GET",
    path: "/svc/api/admin-api-key",
    summary: "List Admin API Keys, oldest first",
    access: "admin",
    input: Page,
    output: z.object({ "api-keys": z.array(AdminApiKey).describe("A page of keys."), cursor: NextPage }),
    errors: [],
    example: { output: { "api-keys": [adminKeyExample], cursor: null } },
  },
  getAdminApiKey: {
    method: "GET",
    path: "/svc/api/admin-api-key/{key}",
    summary: "Read one Admin API Key",
    access: "admin",
    input: z.object({ key: KeyReference }),
    output: AdminApiKey,
    errors: ["key_not_found"],
    example: { input: { key: "1" }, output: adminKeyExample },
  },
  updateAdminApiKey: {
    method: "PATCH",
    path: "/svc/api/admin-api-key/{key}",
    summary: "Change an Admin API Key",
    access: "admin",
    rowNames: adminRowNames,
    input: z.object({
      key: KeyReference,
      label: Label.optional(),
      role: KeyRole.optional(),
      endsAt: EndsAt.optional(),
      isDisabled: IsDisabled.optional(),
      limits: GivenAdminLimits.optional(),
    }),
    output: z.object({ key: Hint, label: z.string().nullable().describe("What uses the key.") }),
    errors: ["key_not_found", "key_busy"],
    changes: namedWithRole,
    example: {
      input: { key: "1", label: "Nightly deploy" },
      output: { key: "ak_1…x7Qp", label: "Nightly deploy" },
    },
  },
  deleteAdminApiKey: {
    method: "DELETE",
    path: "/svc/api/admin-api-key/{key}",
    summary: "Delete an Admin API Key",
    access: "admin",
    input: z.object({ key: KeyReference }),
    output: Ok,
    errors: ["key_not_found"],
    changes: named("admin-key"),
    example: { input: { key: "1" }, output: { ok: true } },
  },
  deleteAdminApiKeys: {
    method: "POST",
    path: "/svc/api/admin-api-key/bulk-delete",
    summary: "Delete several Admin API Keys",
    access: "admin",
    input: BulkDelete,
    output: BulkDeleted,
    errors: [],
    changes: deleted("admin-key"),
    example: { input: { keys: [1, 2] }, output: { deleted: [1], notFound: [2] } },
  },
  rotateAdminApiKey: {
    method: "POST",
    path: "/svc/api/admin-api-key/{key}/rotate",
    summary: "Put a new Admin API Key in the place of one",
    description:
      "The new key has everything of the old one but its value. The old one goes on for as long as `overlap` says, or until its own end where that is earlier. " +
      "The value is in this answer and nowhere else.",
    access: "admin",
    holdsSecret: true,
    input: Rotation,
    output: Rotated,
    errors: ["key_not_found", "key_replaced", "key_busy"],
    changes: rotated("admin-key"),
    example: {
      input: { key: "1", overlap: "24h" },
      output: {
        key: "ak_4mZr0T5qQ2nB8vK1xYw7cUeJ6hPsLdGaFoNiRtVbMzX0kx7Qp",
        id: 2,
        hint: "ak_2…x7Qp",
        replaces: 1,
        old_key_ends_at: "2026-11-21T09:15:02.114Z",
      },
    },
  },
  testAdminApiKey: {
    method: "POST",
    path: "/svc/api/admin-api-key/{key}/test",
    summary: "Test the account of an Admin API Key",
    description:
      "Signs in with the stored Admin Console account. Whether the key is listed as failing follows from it.",
    access: "admin",
    input: z.object({ key: KeyReference }),
    output: z.object({ ok: z.boolean().describe("Whether FileMaker Server takes the account.") }),
    errors: ["key_not_found", "administrator_limited", "too_many_attempts", "upstream_unreachable"],
    changes: named("admin-key"),
    example: { input: { key: "1" }, output: { ok: true } },
  },
  changeAdminApiKeyPassword: {
    method: "POST",
    path: "/svc/api/admin-api-key/{key}/change-password",
    summary: "Store the changed password of an Admin Console account, for all its Admin API Keys",
    description:
      "For the key, for those that share its account and password, and for those of an account of this name that FileMaker Server refuses. " +
      "Signs in with it first.",
    access: "admin",
    input: NewPassword,
    output: z.object({ changed: Changed }),
    errors: [
      "key_not_found",
      "credentials_refused",
      "administrator_limited",
      "too_many_attempts",
      "upstream_unreachable",
    ],
    changes: changed("admin-key"),
    example: { input: { key: "1", pass: "admin-pass" }, output: { changed: [1] } },
  },
});
