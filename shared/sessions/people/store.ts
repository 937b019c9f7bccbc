import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Item, type Table } from "#shared/ports/table.ts";
import { foldedPerson, PersonRecord } from "./record.ts";

const partition = "people";
/** The partitions that this store owns, as roles name them: `*` stands for any characters. */
export const peoplePartitions = [partition];

const keyOf = (name: string) => ({ pk: partition, sk: foldedPerson(name) });

/** A person with the version that a conditional change has to name. */
export interface StoredPerson {
  readonly record: PersonRecord;
  readonly version: number;
}

/** Roles of people on the Table port: one partition, in the order of their accounts' names. */
export function peopleStore(table: Table) {
  return {
    async byName(name: string): Promise<StoredPerson | undefined> {
      const item = await table.get(keyOf(name));
      return item && personIn(item);
    },

    /** A page of people. @throws CursorRefused */
    async list({ cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number }) {
      const page = await table.query({ pk: partition, limit, ...(cursor !== undefined && { cursor }) });
      return { records: page.items.map((item) => personIn(item).record), cursor: page.cursor ?? null };
    },

    async all(): Promise<readonly StoredPerson[]> {
      return Array.fromAsync(allItems(table, { pk: partition }), personIn);
    },

    /** `expected`: what there has to be before it; whatever there is, where nothing is said. @throws ConditionFailed */
    async put(record: PersonRecord, expected?: "absent" | { readonly version: number }): Promise<void> {
      await table.put({ ...keyOf(record.name), fields: { ...record } }, expected);
    },

    /** False where there was none. */
    async delete(name: string): Promise<boolean> {
      try {
        await table.delete(keyOf(name), "present");
        return true;
      } catch (thrown) {
        if (thrown instanceof ConditionFailed) return false;
        throw thrown;
      }
    },
  };
}

export type PeopleStore = ReturnType<typeof peopleStore>;

function personIn({ fields, version }: Item): StoredPerson {
  return { record: PersonRecord.parse(fields), version };
}
