import * as z from "zod";
import type { Table } from "#shared/ports/table.ts";

const Cleared = z.object({ schema: z.literal(1), clearedAt: z.int() });

/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const logPartitions = ["logs"];

const keyOf = (name: string) => ({ pk: "logs", sk: `cleared#${name}` });

/** From when on the service's logs are shown, where nothing in them can be deleted: an item for each that was cleared. */
export function clearedLogs(table: Table) {
  return {
    /** Milliseconds since the epoch. Undefined: it was never cleared. */
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
