import * as z from "zod";
import { Role } from "#shared/contract/scalars.ts";
import type { KeyKind } from "#shared/contract/values/api-key.ts";
import { StoredAdminKeyLimits, StoredKeyLimits } from "#shared/contract/values/key-limits.ts";
import type { Fields } from "#shared/ports/table.ts";

const Common = {
  id: z.int(),
  /** `dk_…` and the last four characters of the value: what `hintOf` shows, but for the number. */
  hint: z.string(),
  /** HMAC id of the value, as its pointer item carries it. */
  secretId: z.string(),
  label: z.string().nullable(),
  user: z.string(),
  /** The account's password, sealed to this item. */
  sealedPass: z.string(),
  createdAt: z.number(),
  /** As the audit trail names people. */
  createdBy: z.string().nullable().default(null),
  updatedAt: z.number(),
  lastUsed: z.number().nullable(),
  /** From this moment on it opens nothing. Null: it has no end. */
  endsAt: z.number().nullable().default(null),
  /** Whether it opens nothing until it is enabled again. */
  isDisabled: z.boolean().default(false),
  /** The key that took its place, and the one whose place it took, by their numbers. */
  replacedBy: z.int().nullable().default(null),
  replaces: z.int().nullable().default(null),
  /** The first of the keys that replaced each other, whose count of a day they share. Null: it is the first. */
  dayCountOf: z.int().nullable().default(null),
  /** HMAC id of account and password: keys of one account share FileMaker sessions. */
  credentialId: z.string(),
};

/** A Data API Key as stored. */
export const DataKeyRecord = z.object({
  schema: z.literal(2),
  ...Common,
  /** The single file of a key made before multi-file keys. Counts in matching together with the list. */
  database: z.string().nullable(),
  databases: z.array(z.string()),
  allowAnyDatabase: z.boolean(),
  isDataApi: z.boolean(),
  isOData: z.boolean(),
  /** Null: none. */
  limits: StoredKeyLimits.nullable().default(null),
});
export type DataKeyRecord = z.infer<typeof DataKeyRecord>;

/** An Admin API Key as stored. */
export const AdminKeyRecord = z.object({
  schema: z.literal(2),
  ...Common,
  /** What its holder may do. */
  role: Role.default("administrator"),
  /** Null: none. */
  limits: StoredAdminKeyLimits.nullable().default(null),
});
export type AdminKeyRecord = z.infer<typeof AdminKeyRecord>;

/** The record of each kind of key. */
export interface KeyRecords {
  data: DataKeyRecord;
  admin: AdminKeyRecord;
}

/** What an item holds, brought to the form of today. */
export function recordIn<K extends KeyKind>(kind: K, fields: Fields): KeyRecords[K] {
  const today = migrated(kind, fields);
  const record = kind === "data" ? DataKeyRecord.parse(today) : AdminKeyRecord.parse(today);
  return record as KeyRecords[K];
}

/** Whether a key of schema 1 has not been given the credential id that keys of one account have in common. */
export function hasOwnCredentialId(kind: KeyKind, record: Pick<DataKeyRecord, "id" | "credentialId">): boolean {
  return record.credentialId === ownCredentialId(kind, record.id);
}

/** Its sessions are shared with no other key's. */
function ownCredentialId(kind: KeyKind, id: unknown): string {
  return `${kind === "data" ? "" : "admin-"}key-${String(id)}`;
}

/** Keys of schema 1 shared no sessions. Those for data knew one file, and no any-database switch. */
function migrated(kind: KeyKind, fields: Fields): Fields {
  if (fields.schema !== 1) return fields;
  const credentialId = ownCredentialId(kind, fields.id);
  if (kind === "admin") return { credentialId, ...fields, schema: 2 };
  return {
    databases: [],
    allowAnyDatabase: false,
    isDataApi: true,
    isOData: false,
    credentialId,
    ...fields,
    schema: 2,
  };
}
