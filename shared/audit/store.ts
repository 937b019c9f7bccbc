import { timestamp } from "#shared/contract/scalars.ts";
import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";
import { type AuditEnd, AuditRecord } from "./record.ts";
import { monthOf } from "./rules.ts";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const auditPartitions = ["audit#*"];

/** Prefix of the names of entries that count rejected credentials. */
export const refusalPrefix = "refused-";

/** Key of an entry: its month, and its time with a unique name. */
interface AuditKey {
  readonly pk: string;
  readonly sk: string;
}

export function auditKey(at: number, name: string): AuditKey {
  return { pk: `audit#${monthOf(at)}`, sk: `${timestamp(at)}-${name}` };
}

/** Stores the audit trail on the Table port: one partition per month, with entries in chronological order. */
export function auditStore(table: Table, keptMs: number) {
  const expiryOf = (at: number) => Math.ceil((at + keptMs) / 1000);

  return {
    async put(key: AuditKey, record: AuditRecord): Promise<void> {
      await table.put({ ...key, fields: record, expiresAt: expiryOf(record.at) }, "absent");
    },

    /** Records the outcome. */
    async end(key: AuditKey, { outcome, error, objects }: AuditEnd): Promise<void> {
      await table.update(key, { set: { outcome, error, objects: [...objects] } }, "present");
    },

    /** Adds to an entry that counts, or creates it. */
    async add(key: AuditKey, record: AuditRecord): Promise<void> {
      const { count, lastAt, ...first } = record;
      try {
        await table.update(key, { add: { count }, set: { lastAt } }, "present");
        return;
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown;
      }
      // Another instance may create it concurrently: either values are correct, and both counts are added.
      const change = { add: { count }, set: { ...first, lastAt }, expiresAt: expiryOf(record.at) };
      await table.update(key, change);
    },

    /** Returns the counts of rejected credentials in the window with this start time. */
    async refusals(windowStart: number): Promise<readonly AuditRecord[]> {
      const { pk, sk: prefix } = auditKey(windowStart, refusalPrefix);
      return Array.fromAsync(allItems(table, { pk, prefix }), ({ fields }) => AuditRecord.parse(fields));
    },

    /**
     * Lists a page of a month, newest first.
     * @throws CursorRefused
     */
    async page(month: string, { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number }) {
      const query = { pk: `audit#${month}`, reverse: true, limit, ...(cursor !== undefined && { cursor }) };
      const { items, cursor: next } = await table.query(query);
      return { rows: items.map(({ sk, fields }) => ({ id: sk, record: AuditRecord.parse(fields) })), cursor: next };
    },
  };
}

export type AuditStore = ReturnType<typeof auditStore>;
