import { ConditionFailed, type Table } from "#shared/ports/table.ts";

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const mcpGuardPartitions = ["mcp-confirmed#*", "mcp-calls#*"];

/** Stores the counts of tool calls and the used confirmations on the Table port. */
export function guardStore(table: Pick<Table, "put" | "update">) {
  return {
    /** Marks a confirmation as used. Returns false if it already was. Kept until `until`, in milliseconds since the epoch. */
    async spend(id: string, until: number): Promise<boolean> {
      const item = { pk: `mcp-confirmed#${id}`, sk: "spent", fields: { schema: 1 }, expiresAt: seconds(until) };
      try {
        await table.put(item, "absent");
        return true;
      } catch (thrown) {
        if (thrown instanceof ConditionFailed) return false;
        throw thrown;
      }
    },

    /** Adds to the count of the time span from `from` to `until`. Returns the new count. */
    async count(who: string, from: number, until: number, calls: number): Promise<number> {
      const key = { pk: `mcp-calls#${who}`, sk: String(from) };
      const change = { set: { schema: 1 }, add: { count: calls }, expiresAt: seconds(until) };
      const { fields } = await table.update(key, change);
      return Number(fields.count);
    },
  };
}

export type GuardStore = ReturnType<typeof guardStore>;

function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000) + 60;
}
