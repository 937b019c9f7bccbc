import * as z from "zod";
import { allItems } from "#shared/ports/all-items.ts";
import { ConditionFailed, type Item, type Table } from "#shared/ports/table.ts";
import type { SealedItems } from "#shared/ports/tables/sealed-items.ts";
import { RecipeRecord } from "./record.ts";

const digits = (number: number) => String(number).padStart(16, "0");
const counterKey = { pk: "counter", sk: "deployments-recipes" };
const recordKey = (id: number) => ({ pk: "deployments#recipes", sk: digits(id) });
const sealedKey = (id: number) => ({ pk: "deployments#recipes#sealed", sk: digits(id) });

/** Partitions that this store owns, as roles name them. `*` matches any characters. */
export const recipePartitions = ["deployments#recipes", "deployments#recipes#sealed"];

/** Name that roles use for the requests of recipes, which contain accounts of files and keys of other servers. */
export const recipeSecrets = "deployment-recipe";

/** Returns the vault context of a request. */
export const requestContext = (id: number) => ({
  kind: recipeSecrets,
  item: `deployments#recipes|${id}`,
  field: "request",
});

/** Fields to re-encrypt when the master key changes. */
export const sealedRecipeItems: SealedItems = {
  partition: "deployments#recipes#sealed",
  contexts: ({ sk }) => ({ request: requestContext(Number(sk)) }),
};

/**
 * Recipe with the version of its item. The sealed request is an item of its own, so that it can be re-encrypted without changing the
 * recipe's version.
 */
export interface StoredRecipe {
  readonly record: RecipeRecord;
  readonly version: number;
}

const SealedFields = z.object({ request: z.string() });

/** Stores recipes on the Table port: one item per recipe in order of their numbers, and one with its request. */
export function recipeStore(table: Table) {
  return {
    /** Returns a number that was never used. */
    async nextId(): Promise<number> {
      return Number((await table.update(counterKey, { add: { last: 1 } })).fields.last);
    },

    async get(id: number): Promise<StoredRecipe | undefined> {
      const item = await table.get(recordKey(id));
      return item && storedIn(item);
    },

    async all(): Promise<readonly StoredRecipe[]> {
      return Array.fromAsync(allItems(table, { pk: recordKey(0).pk }), storedIn);
    },

    /** Returns the sealed request. Undefined if the recipe was deleted. */
    async sealedRequest(id: number): Promise<string | undefined> {
      const item = await table.get(sealedKey(id));
      return item && SealedFields.parse(item.fields).request;
    },

    async create(record: RecipeRecord, request: string): Promise<StoredRecipe> {
      await table.transact([
        { put: { ...recordKey(record.id), fields: record }, condition: "absent" },
        { put: { ...sealedKey(record.id), fields: { schema: 1, request } }, condition: "absent" },
      ]);
      return { record, version: 1 };
    },

    /** Returns undefined if the recipe was changed since that version. */
    async change(record: RecipeRecord, request: string, version: number): Promise<StoredRecipe | undefined> {
      try {
        await table.transact([
          { put: { ...recordKey(record.id), fields: record }, condition: { version } },
          { put: { ...sealedKey(record.id), fields: { schema: 1, request } } },
        ]);
        return { record, version: version + 1 };
      } catch (thrown) {
        if (thrown instanceof ConditionFailed) return undefined;
        throw thrown;
      }
    },

    async remove(id: number): Promise<void> {
      await table.transact([{ delete: recordKey(id) }, { delete: sealedKey(id) }]);
    },
  };
}

export type RecipeStore = ReturnType<typeof recipeStore>;

function storedIn({ fields, version }: Item): StoredRecipe {
  return { record: RecipeRecord.parse(fields), version };
}
