import * as z from "zod";
import { allItems } from "#shared/ports/all-items.ts";
import type { Table } from "#shared/ports/table.ts";

/** Two builds, by the numbers of their records. */
export interface BuildPair {
  readonly from: number;
  readonly to: number;
}

/** What is kept of comparing the files of two builds. Moments are milliseconds since the epoch. */
const ComparisonRecord = z.object({
  schema: z.literal(1),
  from: z.int(),
  to: z.int(),
  /** The newest process that compares them, or has. */
  processId: z.int(),
  /** What the last one that came to something has found, as its agent has packed it. */
  found: z.object({ processId: z.int(), packed: z.string(), comparedAt: z.number() }).nullable(),
});
export type ComparisonRecord = Readonly<z.infer<typeof ComparisonRecord>>;

const partition = "builds#compared";
const digits = (number: number) => String(number).padStart(16, "0");
const keyOf = ({ from, to }: BuildPair) => ({ pk: partition, sk: `${digits(from)}|${digits(to)}` });

/** The partitions that this store owns, as roles name them. */
export const comparisonPartitions = [partition];

/** What pairs of builds differ in, on the Table port. */
export function comparisonStore(table: Table) {
  return {
    async get(pair: BuildPair): Promise<ComparisonRecord | undefined> {
      const item = await table.get(keyOf(pair));
      return item && ComparisonRecord.parse(item.fields);
    },

    put: async (record: ComparisonRecord): Promise<void> =>
      void (await table.put({ ...keyOf(record), fields: record })),

    /** Forgets everything that a build was compared with. */
    async removeAllOf(id: number): Promise<void> {
      for await (const { pk, sk } of allItems(table, { pk: partition }))
        if (sk.split("|").includes(digits(id))) await table.delete({ pk, sk });
    },
  };
}

export type ComparisonStore = ReturnType<typeof comparisonStore>;
