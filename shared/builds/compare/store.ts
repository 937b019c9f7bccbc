import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { allItems } from "#shared/ports/all-items.ts";
import type { Table } from "#shared/ports/table.ts";

/** Two builds, by the numbers of their records. */
export interface BuildPair {
  readonly from: number;
  readonly to: number;
}

/** Stored comparison of the files of two builds. Timestamps are milliseconds since the epoch. */
const ComparisonRecord = storedRecord("builds/compare/comparison", 1, {
  from: z.int(),
  to: z.int(),
  /** Newest process that compares or has compared them. */
  processId: z.int(),
  /** Result of the newest successful comparison, as packed by the agent. */
  found: z.object({ processId: z.int(), packed: z.string(), comparedAt: z.number() }).nullable(),
});
export type ComparisonRecord = Readonly<z.infer<typeof ComparisonRecord>>;

const partition = "builds#compared";
const digits = (number: number) => String(number).padStart(16, "0");
const keyOf = ({ from, to }: BuildPair) => ({ pk: partition, sk: `${digits(from)}|${digits(to)}` });

/** Partitions that this store owns, as roles name them. */
export const comparisonPartitions = [partition];

/** Stores comparisons of builds on the Table port. */
export function comparisonStore(table: Table) {
  return {
    async get(pair: BuildPair): Promise<ComparisonRecord | undefined> {
      const item = await table.get(keyOf(pair));
      return item && ComparisonRecord.parse(item.fields);
    },

    put: async (record: ComparisonRecord): Promise<void> =>
      void (await table.put({ ...keyOf(record), fields: record })),

    /** Deletes all comparisons of a build. */
    async removeAllOf(id: number): Promise<void> {
      for await (const { pk, sk } of allItems(table, { pk: partition }))
        if (sk.split("|").includes(digits(id))) await table.delete({ pk, sk });
    },
  };
}

export type ComparisonStore = ReturnType<typeof comparisonStore>;
