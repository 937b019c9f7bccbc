import { timestamp } from "#shared/contract/scalars.ts";
import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Table } from "#shared/ports/table.ts";
import { type AuditEnd, AuditRecord } from "./record.ts";
import { monthOf } from "./rules.ts";

/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const auditPartitions = ["audit#*"];

/** What the names of entries begin with that count refused credentials. */
export const refusalPrefix = "refused-";

/** The place of an entry: its month, and within that its moment and a name of its own. */
interface AuditKey {
  readonly pk: string;
  readonly sk: string;
}

export function auditKey(at: number, name: string): AuditKey {
  return { pk: `audit#${monthOf(at)}`, sk: `${timestamp(at)}-${name}` };
}

/** The audit trail on the Table port: a partition per month, entries in the order of their moments. */
export function auditStore(table: Table, keptMs: number) {
  const expiryOf = (at: number) => Math.ceil((at + keptMs) / 1000);

  return {
    async put(key: AuditKey, record: AuditRecord): Promise<void> {
      await table.put({ ...key, fields: record, expiresAt: expiryOf(record.at) }, "absent");
    },

    /** Says how it ended. */
    async end(key: AuditKey, { outcome, error, objects }: AuditEnd): Promise<void> {
      await table.update(key, { set: { outcome, error, objects: [...objects] } }, "present");
    },

    /** Adds to an entry that counts, or begins it. */
    async add(key: AuditKey, record: AuditRecord): Promise<void> {
      const { count, lastAt, ...first } = record;
      try {
        await table.update(key, { add: { count }, set: { lastAt } }, "present");
        return;
      } catch (thrown) {
        if (!(thrown instanceof ConditionFailed)) throw thrown;
      }
      // Another instance may begin it too: then what is set is as good, and both are counted.
      const change = { add: { count }, set: { ...first, lastAt }, expiresAt: expiryOf(record.at) };
      await table.update(key, change);
    },

    /** What was counted of refused credentials in the window that begins so. */
    async refusals(windowStart: number): Promise<readonly AuditRecord[]> {
      const { pk, sk: prefix } = auditKey(windowStart, refusalPrefix);
      return Array.fromAsync(allItems(table, { pk, prefix }), ({ fields }) => AuditRecord.parse(fields));
    },

    /** A page of a month, newest first. @throws CursorRefused */
    async page(month: string, { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number }) {
      const query = { pk: `audit#${month}`, reverse: true, limit, ...(cursor !== undefined && { cursor }) };
      const { items, cursor: next } = await table.query(query);
      return { rows: items.map(({ sk, fields }) => ({ id: sk, record: AuditRecord.parse(fields) })), cursor: next };
    },
  };
}

export type AuditStore = ReturnType<typeof auditStore>;
