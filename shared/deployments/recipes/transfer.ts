import type * as z from "zod";
import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import type { TransferPart } from "#shared/transfer/api.ts";
import { DeploymentRequest } from "../request/contract.ts";
import { RecipeRecord } from "./record.ts";
import type { SealedRecipes } from "./sealed-recipes.ts";
import type { RecipeStore, StoredRecipe } from "./store.ts";

const RecipeEntry = RecipeRecord.omit({
  ...{ schema: true, id: true, createdAt: true, updatedAt: true },
} as const).extend({ request: DeploymentRequest });
type RecipeEntry = z.output<typeof RecipeEntry>;

interface TransferredRecipesDependencies {
  readonly store: RecipeStore;
  readonly sealed: SealedRecipes;
  readonly clock: Clock;
}

/** Transfers recipes to another installation, with the accounts and keys that they use. */
export function transferredRecipes(
  dependencies: TransferredRecipesDependencies,
): TransferPart<RecipeEntry, StoredRecipe> {
  const { store, sealed, clock } = dependencies;

  return {
    entry: RecipeEntry,
    all: () => store.all(),
    async entryOf({ record: { schema: _, id, createdAt: __, updatedAt: ___, ...fields } }) {
      const request = await sealed.open(id);
      // The recipe was just deleted, so it can't be compared with the file.
      if (request === undefined) throw new ConditionFailed();
      return { ...fields, request };
    },
    identityOf: ({ name }) => name,
    identityOfStored: ({ record }) => record.name,
    titleOf: ({ name }) => name,
    async create({ request, ...fields }) {
      const id = await store.nextId();
      const moments = { createdAt: clock.now(), updatedAt: clock.now() };
      await store.create({ ...fields, schema: 1, id, ...moments }, await sealed.seal(id, request));
    },
    async replace({ request, ...fields }, { record: { id, createdAt }, version }) {
      const record: RecipeRecord = { ...fields, schema: 1, id, createdAt, updatedAt: clock.now() };
      const changed = await store.change(record, await sealed.seal(id, request), version);
      if (changed === undefined) throw new ConditionFailed();
    },
  };
}
