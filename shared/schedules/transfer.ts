import * as z from "zod";
import { withoutSecrets } from "#shared/contract/values/release-shapes.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { ConditionFailed } from "#shared/ports/table.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { TransferPart } from "#shared/transfer/api.ts";
import { ScheduledAction } from "./contract.ts";
import { ScheduleRecord } from "./record.ts";
import { accountContext, inputContext, type ScheduleStore } from "./store.ts";

const ScheduleEntry = ScheduleRecord.pick({
  ...{ name: true, timing: true, missed: true, savedBy: true },
} as const).extend({
  actionKind: ScheduleRecord.shape.actionKind,
  /** Input of the action. Null if the schedule runs a recipe. */
  input: z.record(z.string(), z.unknown()).nullable(),
  /** Name of the recipe that the schedule runs. */
  recipe: z.string().nullable(),
  /** Account that the schedule acts for, as JSON. */
  account: z.string(),
});
type ScheduleEntry = z.output<typeof ScheduleEntry>;

interface TransferredSchedulesDependencies {
  readonly store: Pick<ScheduleStore, "all" | "nextId" | "create" | "change">;
  /** Returns the recipes of this installation. */
  readonly recipes: () => Promise<readonly { readonly id: number; readonly name: string }[]>;
  readonly vault: Pick<Vault, "seal" | "open">;
  readonly clock: Clock;
}

/**
 * Transfers schedules to another installation. They arrive disabled, because their work would be done twice while the other installation
 * runs.
 */
export function transferredSchedules(
  dependencies: TransferredSchedulesDependencies,
): TransferPart<ScheduleEntry, ScheduleRecord> {
  const { store, recipes, vault, clock } = dependencies;
  const recipeNamed = async (name: string) => (await recipes()).find((recipe) => recipe.name === name)?.id;

  const made = async (id: number, entry: ScheduleEntry) => {
    const { name, timing, missed, savedBy, actionKind, recipe, account } = entry;
    const recipeId = recipe === null ? null : ((await recipeNamed(recipe)) ?? null);
    const input = recipeId === null ? (entry.input ?? {}) : { recipeId };
    return {
      ...({ schema: 1, id, name, timing, missed, savedBy, actionKind, recipeId } as const),
      shownInput: withoutSecrets(input) as ScheduleRecord["shownInput"],
      sealedInput: await vault.seal(JSON.stringify(input), inputContext(id)),
      sealedAccount: await vault.seal(account, accountContext(id)),
      ...{ isEnabled: false, nextAt: null, sentAgainAt: null, updatedAt: clock.now() },
    };
  };

  return {
    entry: ScheduleEntry,
    all: () => store.all(),
    async entryOf({ id, name, timing, missed, savedBy, actionKind, recipeId, sealedInput, sealedAccount }) {
      const input = JSON.parse(await vault.open(sealedInput, inputContext(id)));
      const recipe = recipeId === null ? undefined : (await recipes()).find((one) => one.id === recipeId);
      return {
        ...{ name, timing, missed, savedBy, actionKind },
        input: recipeId === null ? input : null,
        recipe: recipe?.name ?? null,
        account: await vault.open(sealedAccount, accountContext(id)),
      };
    },
    identityOf: ({ name }) => name,
    identityOfStored: ({ name }) => name,
    titleOf: ({ name }) => name,
    async refusalOf({ actionKind, input, recipe }, { comesAlong, isThere }) {
      if (actionKind === "recipe") {
        if (recipe === null) return "The recipe was deleted.";
        const isKnown = comesAlong("recipes", recipe) || (await isThere("recipes", recipe));
        return isKnown ? undefined : `Recipe "${recipe}" doesn't exist here.`;
      }
      const isKnown = ScheduledAction.safeParse({ kind: actionKind, input }).success;
      return isKnown ? undefined : "This version of Latchkey doesn't support the schedule's action.";
    },
    async create(entry) {
      const id = await store.nextId();
      await store.create({ ...(await made(id, entry)), createdAt: clock.now(), lastRunAt: null });
    },
    async replace(entry, { id, updatedAt }) {
      const next = await made(id, entry);
      const changed = await store.change(id, (record) =>
        record.updatedAt === updatedAt ? { record: { ...record, ...next } } : undefined,
      );
      if (changed === undefined) throw new ConditionFailed();
    },
  };
}
