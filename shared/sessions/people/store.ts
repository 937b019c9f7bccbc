import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Item, type Table } from "#shared/ports/table.ts";
import { normalizedPersonName, PersonRecord } from "./record.ts";

const partition = "people";
/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const peoplePartitions = [partition];

const keyOf = (name: string) => ({ pk: partition, sk: normalizedPersonName(name) });

/** Person with the item version for conditional writes. */
export interface StoredPerson {
  readonly record: PersonRecord;
  readonly version: number;
}

/** Stores roles of people on the Table port: one partition, ordered by account name. */
export function peopleStore(table: Table) {
  return {
    async byName(name: string): Promise<StoredPerson | undefined> {
      const item = await table.get(keyOf(name));
      return item && personIn(item);
    },

    /**
     * Lists a page of people.
     * @throws CursorRefused
     */
    async list({ cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number }) {
      const page = await table.query({ pk: partition, limit, ...(cursor !== undefined && { cursor }) });
      return { records: page.items.map((item) => personIn(item).record), cursor: page.cursor ?? null };
    },

    async all(): Promise<readonly StoredPerson[]> {
      return Array.fromAsync(allItems(table, { pk: partition }), personIn);
    },

    /**
     * Writes a person. `expected` is the required state before the write. Default: any.
     * @throws ConditionFailed
     */
    async put(record: PersonRecord, expected?: "absent" | { readonly version: number }): Promise<void> {
      await table.put({ ...keyOf(record.name), fields: { ...record } }, expected);
    },

    /** Returns false if there was none. */
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
