import { ConditionFailed, type Table } from "#shared/ports/table.ts";

/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const mcpGuardPartitions = ["mcp-confirmed#*", "mcp-calls#*"];

/** What is counted and what has been used of calls of tools, on the Table port. */
export function guardStore(table: Pick<Table, "put" | "update">) {
  return {
    /** Uses a confirmation up. False where that has happened already. Kept until `until`, milliseconds since the epoch. */
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

    /** Counts so many more in a span of time that began at `from` and is over at `until`. Answers how many there are now. */
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
