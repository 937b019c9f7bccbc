import * as z from "zod";
import { Role } from "#shared/contract/scalars.ts";
import { storedRecord } from "#shared/contract/stored-record.ts";
import type { KeyKind } from "#shared/contract/values/api-key.ts";
import { StoredAdminKeyLimits, StoredKeyLimits } from "#shared/contract/values/key-limits.ts";
import type { Fields } from "#shared/ports/table.ts";

const Common = {
  id: z.int(),
  /** `dk_…` and the last four characters of the value: what `hintOf` shows, without the number. */
  hint: z.string(),
  /** HMAC id of the value, the same as in its pointer item. */
  secretId: z.string(),
  label: z.string().nullable(),
  user: z.string(),
  /** Password of the account, encrypted for this item. */
  sealedPass: z.string(),
  createdAt: z.number(),
  /** Person as named in the audit trail. */
  createdBy: z.string().nullable().default(null),
  updatedAt: z.number(),
  lastUsed: z.number().nullable(),
  /** Expiry time; null means no expiry. */
  endsAt: z.number().nullable().default(null),
  /** True if the key can't be used until it is enabled again. */
  isDisabled: z.boolean().default(false),
  /** Numbers of the key that replaced this one and the key that it replaced. */
  replacedBy: z.int().nullable().default(null),
  replaces: z.int().nullable().default(null),
  /** First key in a series of rotations, which share a daily count. Null for the first key itself. */
  dayCountOf: z.int().nullable().default(null),
  /** True if the value came from another server. It is shorter than ours and has no checksum. */
  isImported: z.boolean().default(false),
  /** HMAC id of account and password. Keys with the same account share FileMaker sessions. */
  credentialId: z.string(),
};

/** Stored Data API key. */
export const DataKeyRecord = storedRecord("keys/data-key", 2, {
  ...Common,
  /** Single file of a key from before keys could have several files. Counts in addition to the list. */
  database: z.string().nullable(),
  databases: z.array(z.string()),
  allowAnyDatabase: z.boolean(),
  isDataApi: z.boolean(),
  isOData: z.boolean(),
  /** Null means no limits. */
  limits: StoredKeyLimits.nullable().default(null),
});
export type DataKeyRecord = z.infer<typeof DataKeyRecord>;

/** Stored Admin API key. */
export const AdminKeyRecord = storedRecord("keys/admin-key", 2, {
  ...Common,
  /** Permissions of the key's holder. */
  role: Role.default("administrator"),
  /** Null means no limits. */
  limits: StoredAdminKeyLimits.nullable().default(null),
});
export type AdminKeyRecord = z.infer<typeof AdminKeyRecord>;

/** Record type by kind of key. */
export interface KeyRecords {
  data: DataKeyRecord;
  admin: AdminKeyRecord;
}

/** Parses an item, and migrates it to the current schema. */
export function recordIn<K extends KeyKind>(kind: K, fields: Fields): KeyRecords[K] {
  const today = migrated(kind, fields);
  const record = kind === "data" ? DataKeyRecord.parse(today) : AdminKeyRecord.parse(today);
  return record as KeyRecords[K];
}

/** Returns true if a key from schema 1 doesn't have the credential id that keys of the same account share yet. */
export function hasOwnCredentialId(kind: KeyKind, record: Pick<DataKeyRecord, "id" | "credentialId">): boolean {
  return record.credentialId === ownCredentialId(kind, record.id);
}

/** Returns a credential id that shares its sessions with no other key. */
function ownCredentialId(kind: KeyKind, id: unknown): string {
  return `${kind === "data" ? "" : "admin-"}key-${String(id)}`;
}

/** Migrates a record. Keys of schema 1 shared no sessions; Data API keys had one file and no option for any database. */
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
