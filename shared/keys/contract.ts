import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Id, Limit, Role, Timestamp } from "#shared/contract/scalars.ts";
import { importedKeyKind, type KeyKind, parsedKeyHint, withoutKeys } from "#shared/contract/values/api-key.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { AdminKeyLimits, KeyLimits } from "#shared/contract/values/key-limits.ts";

/** Description of the client that uses the key, in the administrator's words. */
const Label = z.string().trim().max(200).describe("Description of the client that uses the key.");

/** Key in a path: its value, its id, or its hint. */
const KeyReference = z
  .string()
  .min(1)
  .max(100)
  .describe(
    "The key's value, its id, or its hint as shown in lists, such as `dk_1…qW9y` (`...` is also accepted for `…`).",
  );

const Databases = z
  .array(DatabaseName)
  .min(1)
  .max(256)
  .describe("Names of the files, with or without `.fmp12`. Not case-sensitive.");

/** Name and password of a FileMaker account. Neither is trimmed, because whitespace is significant. */
const User = z.string().min(1).max(255).describe("Account name. Whitespace is significant.");
const Pass = z.string().max(1024).describe("Account password. Whitespace is significant.");

const KeyId = Id.describe("The key's id.");
const Hint = z
  .string()
  .describe("The key's id and the last four characters of its value. Accepted wherever `{key}` is.");
const Token = z.null().describe("Always null: session tokens don't leave the service.");
const Switches = {
  isDataApi: z.boolean().describe("True if the key allows access through the Data API."),
  isOData: z.boolean().describe("True if the key allows access through OData."),
  allowAnyDatabase: z.boolean().describe("True if the key opens every file that accepts its account, listed or not."),
};

const FailingSince = Timestamp.nullable().describe(
  "Time since which FileMaker Server rejects the key's account or password; null if it doesn't, as of the last use.",
);

const CreatedBy = z
  .string()
  .nullable()
  .describe(
    "The user who created the key, named as in the audit trail; null if the key was created before creators were recorded.",
  );

const KeyRole = Role.describe(
  "Permissions of the key's holder. `viewer`: read, without downloads and secrets. `operator`: everything except keys, identity, transfer, people, plug-ins and settings. `administrator`: everything.",
);

const EndsAt = Timestamp.nullable().describe("Expiry time; null means no expiry.");
const IsDisabled = z.boolean().describe("True if the key is disabled. A disabled key opens nothing.");

/** Limits that are omitted stay the same, or don't apply to a new key. */
const GivenLimits = KeyLimits.partial()
  .nullable()
  .describe(
    "The key's limits. Limits that you leave out are off for a new key and unchanged for an existing one; null removes all limits.",
  );
const GivenAdminLimits = AdminKeyLimits.partial()
  .nullable()
  .describe(
    "The key's limits. Limits that you leave out are off for a new key and unchanged for an existing one; null removes all limits.",
  );

/** Expiry and limits of a key in lists. */
const Limited = {
  ends_at: EndsAt,
  is_disabled: IsDisabled,
  replaced_by: Id.nullable().describe("Id of the key that replaced this one; null if there is none."),
  replaces: Id.nullable().describe("Id of the key that this one replaced; null if there is none."),
  is_imported: z
    .boolean()
    .describe(
      "True if the key's value came from another server, such as OttoFMS. Rotate the key when you update its client.",
    ),
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
  user: z.string().describe("Name of the FileMaker account that the key uses."),
  database: z.string().describe("The first file, for clients that only support single-file keys."),
  databases: z.array(z.string()).describe("Every file that the key opens, with `.fmp12`."),
  allow_any_database: Switches.allowAnyDatabase,
  label: z.string().nullable().describe("Description of the client that uses the key."),
  created_at: Timestamp.nullable().describe("Creation time."),
  created_by: CreatedBy,
  updated_at: Timestamp.describe("Time of the last change."),
  last_used: Timestamp.nullable().describe(
    "Time of the last use, accurate to about a minute; null if the key was never used.",
  ),
  is_data_api: Switches.isDataApi,
  is_odata: Switches.isOData,
  failing_since: FailingSince,
  failing_files: z.array(z.string()).describe("Files of the key that reject its account."),
  ...Limited,
  limits: KeyLimits.nullable().describe("The key's limits; null means no limits."),
  day_ends_at: Timestamp.nullable().describe(
    "Time when the daily call count resets; null if calls per day aren't limited.",
  ),
});
export type DataApiKey = z.infer<typeof DataApiKey>;

/** Admin API key in lists: `key` is a hint. */
export const AdminApiKey = z.object({
  id: KeyId,
  key: Hint,
  label: z.string().nullable().describe("Description of the client that uses the key."),
  created_at: Timestamp.nullable().describe("Creation time."),
  created_by: CreatedBy,
  last_used: Timestamp.nullable().describe(
    "Time of the last use, accurate to about a minute; null if the key was never used.",
  ),
  failing_since: FailingSince,
  role: KeyRole,
  ...Limited,
  limits: AdminKeyLimits.nullable().describe("The key's limits; null means no limits."),
});
export type AdminApiKey = z.infer<typeof AdminApiKey>;

const NewDataApiKey = z.object({
  databases: Databases.optional(),
  database: DatabaseName.optional().describe(
    "A single file, for clients that only support single-file keys. Added to `databases`.",
  ),
  label: Label.default("(no label)"),
  user: User,
  pass: Pass,
  isDataApi: Switches.isDataApi.default(true),
  isOData: Switches.isOData.default(false),
  allowAnyDatabase: Switches.allowAnyDatabase.default(false),
  endsAt: EndsAt.default(null),
  limits: GivenLimits.default(null),
});

/** Returns the schema of the value of a key from another server. A hint is accepted, because rows that clients send back have one. */
const ImportedValue = (kind: KeyKind) =>
  z
    .string()
    .max(100)
    .refine(
      (value) => importedKeyKind(value) === kind || parsedKeyHint(value)?.kind === kind,
      `must be \`${kind === "data" ? "dk_` or `KEY_" : "ak_"}\` and 24 to 40 letters and digits, at least 10 of them different`,
    )
    .optional()
    .describe(
      "Value of a key from another server, such as OttoFMS, so that its clients don't change. Left out: a new value. A hint is ignored.",
    );

const namesFiles = (input: { databases?: readonly string[] | undefined; database?: string | undefined }) =>
  input.databases !== undefined || input.database !== undefined;
const namesFilesMessage = { path: ["databases"], message: "name at least one file in `databases`" };

/** Maximum number of files in a request without administrator credentials, because each file causes a login. */
const maxFilesOfAnyone = 20;
const namesFewFiles = (input: { databases?: readonly string[] | undefined; database?: string | undefined }) =>
  (input.databases?.length ?? 0) + (input.database === undefined ? 0 : 1) <= maxFilesOfAnyone;
const namesFewFilesMessage = { path: ["databases"], message: `name at most ${maxFilesOfAnyone} files` };

const serves = (input: { isDataApi: boolean; isOData: boolean }) => input.isDataApi || input.isOData;
const servesMessage = { path: ["isDataApi"], message: "a key must be for the Data API, OData or both" };

/** Response of a creation: the only place that contains a key's value. */
const CreatedDataApiKey = z.object({
  key: z.string().describe("The key's value. It is returned only once."),
  token: Token,
  id: KeyId,
  hint: Hint,
  files: z
    .array(
      z.object({
        database: z.string().describe("The file, with `.fmp12`."),
        layouts: z
          .array(z.string())
          .describe(
            "The layouts that the account can see, at most 500. Empty if the key isn't for the Data API or the layouts are unknown.",
          ),
      }),
    )
    .describe("The files, as they were opened."),
});

const Ok = z.object({ ok: z.boolean().describe("Always true.") });

/** Verdict on the access of an account to a file. */
export const FileVerdict = z.object({
  database: z.string().describe("The file."),
  ok: z.boolean().describe("True if the account opens the file through every API of the key."),
  text: z.string().nullable().describe("Reason for the failure; null if the file opened."),
});
export type FileVerdict = z.infer<typeof FileVerdict>;

const Rotation = z.object({
  key: KeyReference,
  overlap: z
    .enum(["none", "1h", "24h", "7d", "30d"])
    .default("24h")
    .describe("Time for which the old key keeps working: none, an hour, a day, a week or 30 days."),
});
const Rotated = z.object({
  key: z.string().describe("The new key's value. It is returned only once."),
  id: KeyId,
  hint: Hint,
  replaces: Id.describe("Id of the old key."),
  old_key_ends_at: Timestamp.describe("Time when the old key expires."),
});

const NewPassword = z.object({
  key: KeyReference,
  pass: Pass.describe("The account's new password. Whitespace is significant."),
});
const Changed = z.array(Id).describe("Ids of the keys that were updated with the new password.");

const Page = z.object({
  cursor: Cursor.optional().describe("Cursor from the previous page."),
  limit: Limit.optional().describe("Page size. Default: 1000."),
});
const NextPage = Cursor.nullable().describe("Cursor for the next page; null on the last page.");

const BulkDelete = z.object({
  keys: z
    .array(z.union([Id, KeyReference]))
    .min(1)
    .max(1000)
    .describe("Values, ids or hints of the keys."),
});
const BulkDeleted = z.object({
  deleted: z.array(Id).describe("Ids of the keys that were deleted."),
  notFound: z.array(z.union([Id, z.string()])).describe("Keys in the request that don't exist."),
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

type CreatedKey = { readonly id: number };

/** Marks the creation of a key with an imported value in the audit trail. */
const withImport =
  <Input>(objects: (input: Input, output?: CreatedKey) => string | readonly string[] | undefined) =>
  (input: Input & { readonly key?: string | undefined }, output?: CreatedKey) => {
    const named = objects(input, output);
    const isImport = input.key !== undefined && parsedKeyHint(input.key) === undefined;
    return named === undefined || !isImport ? named : [named, "value:imported"].flat();
  };

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
  is_imported: false,
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
  is_imported: false,
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
    summary: "Create a Data API key",
    description:
      "Logs in to every file first and stores nothing unless all of them open. The value is returned only here. " +
      "`returnExisting` can't return the value of an existing key: if a key with the same settings exists, the response is 409 with its id, label and hint.",
    access: "admin",
    holdsSecret: true,
    rowNames: newRowNames,
    input: NewDataApiKey.extend({
      key: ImportedValue("data"),
      returnExisting: z
        .boolean()
        .default(false)
        .describe("Responds with 409 if a key with the same settings exists, and names that key."),
    })
      .refine(namesFiles, namesFilesMessage)
      .refine(serves, servesMessage),
    output: CreatedDataApiKey,
    errors: [
      "key_files_refused",
      "key_exists",
      "key_value_exists",
      "too_many_attempts",
      "upstream_unreachable",
      "certificate_refused",
    ],
    changes: withImport(created("data-key")),
    example: { input: newKeyExample, output: createdExample },
  },
  createDataApiKeyOnly: {
    method: "POST",
    path: "/svc/api/api-key/create-only",
    summary: "Create a Data API key with only the file's account",
    description:
      "Needs no management credential: the account in the body authenticates the call. Always creates a new key. Accepts at most 20 files; the check stops at the first one that doesn't open, which counts as a failed sign-in.",
    access: "anyone",
    holdsSecret: true,
    rowNames: newRowNames,
    input: NewDataApiKey.refine(namesFiles, namesFilesMessage)
      .refine(serves, servesMessage)
      .refine(namesFewFiles, namesFewFilesMessage),
    output: CreatedDataApiKey,
    errors: ["key_files_refused", "too_many_attempts", "upstream_unreachable", "certificate_refused"],
    changes: created("data-key"),
    example: { input: newKeyExample, output: createdExample },
  },
  listDataApiKeys: {
    method: "GET",
    path: "/svc/api/api-key",
    summary: "List Data API keys, oldest first",
    access: "admin",
    input: Page,
    output: z.object({ "api-keys": z.array(DataApiKey).describe("One page of keys."), cursor: NextPage }),
    errors: [],
    example: { output: { "api-keys": [dataKeyExample], cursor: null } },
  },
  getDataApiKey: {
    method: "GET",
    path: "/svc/api/api-key/{key}",
    summary: "Get a Data API key",
    access: "admin",
    input: z.object({ key: KeyReference }),
    output: DataApiKey,
    errors: ["key_not_found"],
    example: { input: { key: "1" }, output: dataKeyExample },
  },
  updateDataApiKey: {
    method: "PATCH",
    path: "/svc/api/api-key/{key}",
    summary: "Update a Data API key",
    description: "Latchkey checks added files and a new account first; nothing changes unless all files open.",
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
      label: z.string().nullable().describe("Description of the client that uses the key."),
      ...Switches,
      databases: z.array(z.string()).describe("Every file that the key opens, with `.fmp12`."),
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
    summary: "Delete a Data API key",
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
    summary: "Delete several Data API keys",
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
    description: "The key stays valid; its next call logs in again.",
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
    summary: "Rotate a Data API key",
    description:
      "The new key has the same settings and a new value. The old key keeps working for `overlap`, or until its own expiry time if that is earlier. " +
      "Both keys share the calls of a day (`callsPerDay`). The value is returned only here.",
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
    summary: "Test the account of a Data API key",
    description:
      "Opens every file of the key with its stored account, through every API that the key allows. The result decides whether the key is listed as failing.",
    access: "admin",
    input: z.object({ key: KeyReference }),
    output: z.object({
      ok: z.boolean().describe("True if every file opens."),
      files: z.array(FileVerdict).describe("Result for each file of the key."),
    }),
    errors: ["key_not_found", "too_many_attempts", "upstream_unreachable", "certificate_refused"],
    changes: named("data-key"),
    example: { input: { key: "1" }, output: { ok: false, files: verdictsExample } },
  },
  testFileAccount: {
    method: "POST",
    path: "/svc/api/api-key/test-account",
    summary: "Test an account on files, without a key",
    description:
      "Opens every file with the account, through the APIs that a key would allow, and stores nothing. A rejected account counts as a failed sign-in.",
    access: "admin",
    input: z
      .object({
        databases: z.array(DatabaseName).min(1).max(100).describe("Files to open."),
        user: User.describe("Account of the files."),
        pass: Pass.describe("Its password. Whitespace is significant."),
        isDataApi: z.boolean().default(true).describe("True to open the files with the Data API."),
        isOData: z.boolean().default(false).describe("True to open the files with OData."),
      })
      .refine(serves, servesMessage),
    output: z.object({
      ok: z.boolean().describe("True if every file opens."),
      files: z.array(FileVerdict).describe("Result for each file."),
    }),
    errors: ["too_many_attempts", "upstream_unreachable", "certificate_refused"],
    changes: false,
    example: {
      input: { databases: ["Contacts.fmp12", "Archive.fmp12"], user: "api", pass: "demo-pass" },
      output: { ok: false, files: verdictsExample },
    },
  },
  changeDataApiKeyPassword: {
    method: "POST",
    path: "/svc/api/api-key/{key}/change-password",
    summary: "Update the password of a FileMaker account in all its Data API keys",
    description:
      "Updates this key, the keys with the same account and password, and the keys of an account of this name that FileMaker Server rejects. " +
      "Checks every file first; a key is left unchanged if one of its files doesn't open.",
    access: "admin",
    input: NewPassword,
    output: z.object({
      changed: Changed,
      unchanged: z.array(Id).describe("Ids of the keys that were left unchanged because a file didn't open."),
      files: z.array(FileVerdict).describe("Result for each file of all these keys."),
    }),
    errors: ["key_not_found", "key_files_refused", "too_many_attempts", "upstream_unreachable", "certificate_refused"],
    changes: changed("data-key"),
    example: {
      input: { key: "1", pass: "demo-pass" },
      output: { changed: [1], unchanged: [2], files: verdictsExample },
    },
  },
  createAdminApiKey: {
    method: "POST",
    path: "/svc/api/admin-api-key",
    summary: "Create an Admin API key",
    description: "Signs in with the Admin Console account first. The value is returned only here.",
    access: "admin",
    holdsSecret: true,
    rowNames: newAdminRowNames,
    input: z.object({
      key: ImportedValue("admin"),
      label: Label.default("(no label)"),
      user: User,
      pass: Pass,
      role: KeyRole.default("administrator"),
      endsAt: EndsAt.default(null),
      limits: GivenAdminLimits.default(null),
    }),
    output: z.object({
      key: z.string().describe("The key's value. It is returned only once."),
      id: KeyId,
      hint: Hint,
    }),
    errors: [
      "credentials_refused",
      "administrator_limited",
      "key_value_exists",
      "too_many_attempts",
      "upstream_unreachable",
      "certificate_refused",
    ],
    changes: withImport(createdWithRole),
    example: {
      input: { label: "Deploy script", user: "admin", pass: "admin-pass" },
      output: { key: "ak_4mZr0T5qQ2nB8vK1xYw7cUeJ6hPsLdGaFoNiRtVbMzX0kx7Qp", id: 1, hint: "ak_1…x7Qp" },
    },
  },
  listAdminApiKeys: {
    method: "GET",
    path: "/svc/api/admin-api-key",
    summary: "List Admin API keys, oldest first",
    access: "admin",
    input: Page,
    output: z.object({ "api-keys": z.array(AdminApiKey).describe("One page of keys."), cursor: NextPage }),
    errors: [],
    example: { output: { "api-keys": [adminKeyExample], cursor: null } },
  },
  getAdminApiKey: {
    method: "GET",
    path: "/svc/api/admin-api-key/{key}",
    summary: "Get an Admin API key",
    access: "admin",
    input: z.object({ key: KeyReference }),
    output: AdminApiKey,
    errors: ["key_not_found"],
    example: { input: { key: "1" }, output: adminKeyExample },
  },
  updateAdminApiKey: {
    method: "PATCH",
    path: "/svc/api/admin-api-key/{key}",
    summary: "Update an Admin API key",
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
    output: z.object({
      key: Hint,
      label: z.string().nullable().describe("Description of the client that uses the key."),
    }),
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
    summary: "Delete an Admin API key",
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
    summary: "Delete several Admin API keys",
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
    summary: "Rotate an Admin API key",
    description:
      "The new key has the same settings and a new value. The old key keeps working for `overlap`, or until its own expiry time if that is earlier. " +
      "The value is returned only here.",
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
    summary: "Test the account of an Admin API key",
    description:
      "Signs in with the stored Admin Console account. The result decides whether the key is listed as failing.",
    access: "admin",
    input: z.object({ key: KeyReference }),
    output: z.object({ ok: z.boolean().describe("True if FileMaker Server accepts the account.") }),
    errors: [
      "key_not_found",
      "administrator_limited",
      "too_many_attempts",
      "upstream_unreachable",
      "certificate_refused",
    ],
    changes: named("admin-key"),
    example: { input: { key: "1" }, output: { ok: true } },
  },
  changeAdminApiKeyPassword: {
    method: "POST",
    path: "/svc/api/admin-api-key/{key}/change-password",
    summary: "Update the password of an Admin Console account in all its Admin API keys",
    description:
      "Updates this key, the keys with the same account and password, and the keys of an account of this name that FileMaker Server rejects. " +
      "Signs in with the new password first.",
    access: "admin",
    input: NewPassword,
    output: z.object({ changed: Changed }),
    errors: [
      "key_not_found",
      "credentials_refused",
      "administrator_limited",
      "too_many_attempts",
      "upstream_unreachable",
      "certificate_refused",
    ],
    changes: changed("admin-key"),
    example: { input: { key: "1", pass: "admin-pass" }, output: { changed: [1] } },
  },
});
