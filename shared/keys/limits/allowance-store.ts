import type { Table } from "#shared/ports/table.ts";
import type { Span } from "./windows.ts";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const allowancePartitions = ["allowance#*"];

/** Retention of counts after the end of their span, in milliseconds. */
const keptMs = 60 * 60_000;

/** Number of calls of a key that are reserved by processes. */
export interface AllowanceStore {
  /** Reserves calls in a span. Returns the number reserved before. Reserved calls beyond the limit must not be used. */
  reserve(keyId: number, policy: string, span: Span, calls: number): Promise<number>;
}

/** Stores counts on the Table port: one item for each key and span, which only grows and is deleted after its span. */
export function allowanceStore(table: Table): AllowanceStore {
  return {
    async reserve(keyId, policy, { startsAt, endsAt }, calls) {
      const key = { pk: `allowance#${keyId}`, sk: `${policy}#${new Date(startsAt).toISOString()}` };
      const change = { set: { schema: 1 }, add: { reserved: calls }, expiresAt: Math.ceil((endsAt + keptMs) / 1000) };
      const { fields } = await table.update(key, change);
      return Number(fields.reserved) - calls;
    },
  };
}
