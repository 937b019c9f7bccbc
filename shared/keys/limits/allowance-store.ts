import type { Table } from "#shared/ports/table.ts";
import type { Span } from "./windows.ts";

/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const allowancePartitions = ["allowance#*"];

/** Counts are kept so long behind the end of their span. Milliseconds. */
const keptMs = 60 * 60_000;

/** How many calls of a key have been given out to processes. */
export interface AllowanceStore {
  /** Reserves calls in a span. Answers how many had been reserved before; beyond the limit nothing of them may be used. */
  reserve(keyId: number, policy: string, span: Span, calls: number): Promise<number>;
}

/** Counts on the Table port: one item for each key and span, which only ever grows and goes with its span. */
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
