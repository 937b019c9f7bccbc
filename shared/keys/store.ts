import * as z from "zod";
import { ServiceError } from "../contract/errors.ts";
import type { KeyKind } from "../contract/key-value.ts";
import { Cursor } from "../contract/scalars.ts";
import type { Item, NewItem, Table } from "../ports/table.ts";

const Common = {
  id: z.int(),
  /** `dk_…` and the last four characters of the value. */
  hint: z.string(),
  /** HMAC id of the value, as its pointer item carries it. */
  secretId: z.string(),
  label: z.string().nullable(),
  user: z.string(),
  /** The account's password, sealed to this item. */
  sealedPass: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  lastUsed: z.number().nullable(),
};

/** A Data API Key as stored. */
export const DataKeyRecord = z.object({
  schema: z.literal(2),
  ...Common,
  /** HMAC id of account and password: keys of one account share FileMaker sessions. */
  credentialId: z.string(),
  /** The single file of a key made before multi-file keys. Counts in matching together with the list. */
  database: z.string().nullable(),
  databases: z.array(z.string()),
  allowAnyDatabase: z.boolean(),
  isDataApi: z.boolean(),
  isOData: z.boolean(),
});
export type DataKeyRecord = z.infer<typeof DataKeyRecord>;

/** An Admin API Key as stored. */
export const AdminKeyRecord = z.object({ schema: z.literal(1), ...Common });
export type AdminKeyRecord = z.infer<typeof AdminKeyRecord>;

/** The record of each kind of key. */
export interface KeyRecords {
  data: DataKeyRecord;
  admin: AdminKeyRecord;
}

/** A record with the version that a conditional change has to name. */
export interface Stored<R> {
  readonly record: R;
  readonly version: number;
}

const counterKey = (kind: KeyKind) => ({ pk: "counter", sk: `keys#${kind}` });
const recordKey = (kind: KeyKind, id: number) => ({ pk: `keys#${kind}`, sk: String(id).padStart(16, "0") });
const pointerKey = (secretId: string) => ({ pk: `key#${secretId}`, sk: "pointer" });
const credentialPartition = (credentialId: string) => `credential#${credentialId}`;

/** What a sealed password is bound to: it opens nowhere but in this item and field. */
export const passContext = (kind: KeyKind, id: number) => ({
  item: Object.values(recordKey(kind, id)).join("|"),
  field: "sealedPass",
});

/**
 * Keys on the Table port: one record per key in a partition per kind, in order of their ids, and one pointer per key value,
 * found by its HMAC id. Record and pointer come and go in one transaction.
 */
export function keyStore(table: Table) {
  const read = <K extends KeyKind>(kind: K, item: Item | undefined): Stored<KeyRecords[K]> | undefined =>
    item && { record: parsed(kind, item), version: item.version };

  return {
    /** A number that no key of this kind had before. */
    async nextId(kind: KeyKind): Promise<number> {
      const { fields } = await table.update(counterKey(kind), { add: { last: 1 } });
      return Number(fields.last);
    },

    async create<K extends KeyKind>(kind: K, record: KeyRecords[K]): Promise<void> {
      await table.transact([
        { put: recordItem(kind, record), condition: "absent" },
        { put: { ...pointerKey(record.secretId), fields: { schema: 1, kind, id: record.id } }, condition: "absent" },
      ]);
    },

    async byId<K extends KeyKind>(kind: K, id: number): Promise<Stored<KeyRecords[K]> | undefined> {
      return read(kind, await table.get(recordKey(kind, id)));
    },

    /** The key with any of these HMAC ids. */
    async bySecret<K extends KeyKind>(
      kind: K,
      secretIds: readonly string[],
    ): Promise<Stored<KeyRecords[K]> | undefined> {
      for (const secretId of secretIds) {
        const pointer = await table.get(pointerKey(secretId));
        if (pointer?.fields.kind === kind)
          return read(kind, await table.get(recordKey(kind, Number(pointer.fields.id))));
      }
      return undefined;
    },

    /** A page of keys, oldest first. @throws ServiceError input_invalid for a cursor that this list never gave */
    async list<K extends KeyKind>(kind: K, page: { readonly cursor?: string | undefined; readonly limit: number }) {
      const { pk } = recordKey(kind, 0);
      const cursor = page.cursor !== undefined && { cursor: Cursor.parse(page.cursor) };
      const answer = await table.query({ pk, limit: page.limit, ...cursor }).catch((thrown: unknown) => {
        if (!(thrown instanceof RangeError)) throw thrown;
        throw new ServiceError("input_invalid", { text: "`cursor`: not from an answer of this list", cause: thrown });
      });
      return { records: answer.items.map((item) => parsed(kind, item)), cursor: answer.cursor ?? null };
    },

    /** Data API Keys of one account, oldest first. */
    async byCredential(credentialId: string): Promise<readonly DataKeyRecord[]> {
      const records: DataKeyRecord[] = [];
      for (let cursor: string | undefined; ; ) {
        const pk = credentialPartition(credentialId);
        const page = await table.query({ pk, index: true, ...(cursor !== undefined && { cursor }) });
        records.push(...page.items.map((item) => parsed("data", item)));
        cursor = page.cursor;
        if (cursor === undefined) return records;
      }
    },

    /** @throws ConditionFailed when the key was changed or deleted since */
    async replace<K extends KeyKind>(kind: K, record: KeyRecords[K], version: number): Promise<void> {
      await table.put(recordItem(kind, record), { version });
    },

    /** Notes a use. A key that was deleted in the meantime stays deleted. @throws ConditionFailed then */
    async touch(kind: KeyKind, id: number, lastUsed: number): Promise<void> {
      await table.update(recordKey(kind, id), { set: { lastUsed } }, "present");
    },

    /** @throws ConditionFailed when it is gone already */
    async delete(kind: KeyKind, { id, secretId }: { readonly id: number; readonly secretId: string }): Promise<void> {
      await table.transact([{ delete: recordKey(kind, id), condition: "present" }, { delete: pointerKey(secretId) }]);
    },
  };
}

export type KeyStore = ReturnType<typeof keyStore>;

function recordItem(kind: KeyKind, record: DataKeyRecord | AdminKeyRecord): NewItem {
  const key = recordKey(kind, record.id);
  const index = "credentialId" in record && { index: { pk: credentialPartition(record.credentialId), sk: key.sk } };
  return { ...key, ...index, fields: record };
}

function parsed<K extends KeyKind>(kind: K, item: Item): KeyRecords[K] {
  const record = kind === "data" ? DataKeyRecord.parse(migrated(item.fields)) : AdminKeyRecord.parse(item.fields);
  return record as KeyRecords[K];
}

/** Whether a key of schema 1 has not been given the credential id that keys of one account have in common. */
export function hasOwnCredentialId(record: { readonly id: number; readonly credentialId?: string }): boolean {
  return record.credentialId === ownCredentialId(record.id);
}

/** Its sessions are shared with no other key's. */
function ownCredentialId(id: unknown): string {
  return `key-${String(id)}`;
}

/** Data API Keys of schema 1 knew one file, and no any-database switch. */
function migrated(fields: Item["fields"]): Item["fields"] {
  if (fields.schema !== 1) return fields;
  const credentialId = ownCredentialId(fields.id);
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
