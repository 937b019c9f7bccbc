import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Fields, type Table } from "#shared/ports/table.ts";
import { AccountRecord, GrantRecord } from "../record.ts";
import { accountPartition } from "./account-store.ts";

const grantPartition = "oauth-grants";
/** Partitions that this store owns, as roles name them. */
export const grantPartitions = [grantPartition, accountPartition];

const grantKey = (id: string) => ({ pk: grantPartition, sk: id });
const accountKey = (id: string) => ({ pk: accountPartition, sk: id });
const seconds = (milliseconds: number) => Math.ceil(milliseconds / 1000);

/** Grant with the time at which it expires unless its client uses it. */
export interface StoredGrant {
  readonly id: string;
  readonly grant: GrantRecord;
  readonly expiresAt: number;
}

/** Stores grants and their accounts on the Table port. Either both exist or neither. */
export function grantStore(table: Table) {
  return {
    async get(id: string): Promise<StoredGrant | undefined> {
      const item = await table.get(grantKey(id));
      return item && { id, grant: GrantRecord.parse(item.fields), expiresAt: (item.expiresAt ?? 0) * 1000 };
    },

    /** Returns the account only: it is sufficient to check a token, and is deleted with the grant. */
    async account(id: string): Promise<AccountRecord | undefined> {
      const item = await table.get(accountKey(id));
      return item && AccountRecord.parse(item.fields);
    },

    async list(): Promise<readonly StoredGrant[]> {
      const found: StoredGrant[] = [];
      for await (const { sk, fields, expiresAt = 0 } of allItems(table, { pk: grantPartition }))
        found.push({ id: sk, grant: GrantRecord.parse(fields), expiresAt: expiresAt * 1000 });
      return found;
    },

    async add(id: string, grant: GrantRecord, account: AccountRecord, expiresAtMs: number): Promise<void> {
      const expiresAt = seconds(expiresAtMs);
      await table.transact([
        { put: { ...grantKey(id), fields: grant as Fields, expiresAt }, condition: "absent" },
        { put: { ...accountKey(id), fields: account as Fields, expiresAt }, condition: "absent" },
      ]);
    },

    /** Records a use by its client. Returns false if the grant no longer exists. */
    async extend(id: string, lastUsedAt: number, expiresAtMs: number): Promise<boolean> {
      const expiresAt = seconds(expiresAtMs);
      try {
        await table.transact([
          { update: grantKey(id), change: { set: { lastUsedAt }, expiresAt }, condition: "present" },
          { update: accountKey(id), change: { expiresAt }, condition: "present" },
        ]);
        return true;
      } catch (thrown) {
        if (thrown instanceof ConditionFailed) return false;
        throw thrown;
      }
    },

    async noteReuse(id: string, refreshReusedAt: number): Promise<void> {
      try {
        await table.update(grantKey(id), { set: { refreshReusedAt } }, "present");
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown; // It ended in the meantime.
      }
    },

    /** Returns false if it no longer existed. */
    async delete(id: string): Promise<boolean> {
      try {
        await table.transact([{ delete: accountKey(id) }, { delete: grantKey(id), condition: "present" }]);
        return true;
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown;
        await table.delete(accountKey(id));
        return false;
      }
    },
  };
}

export type GrantStore = ReturnType<typeof grantStore>;
