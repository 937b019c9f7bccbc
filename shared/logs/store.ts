import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import type { Table } from "#shared/ports/table.ts";

const Cleared = storedRecord("logs/cleared", 1, { clearedAt: z.int() });

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const logPartitions = ["logs"];

const keyOf = (name: string) => ({ pk: "logs", sk: `cleared#${name}` });

/** Stores the times when the service's logs were cleared, because their events can't be deleted. One item per cleared log. */
export function clearedLogs(table: Table) {
  return {
    /** Milliseconds since the epoch. Undefined: never cleared. */
    async of(name: string): Promise<number | undefined> {
      const item = await table.get(keyOf(name));
      return item && Cleared.parse(item.fields).clearedAt;
    },

    async note(name: string, clearedAt: number): Promise<void> {
      await table.put({ ...keyOf(name), fields: { schema: 1, clearedAt } });
    },
  };
}

export type ClearedLogs = ReturnType<typeof clearedLogs>;
