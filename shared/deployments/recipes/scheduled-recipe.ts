import { ServiceError } from "#shared/contract/errors.ts";
import type { ActionHandler } from "#shared/schedules/api.ts";
import { scheduledStart } from "../scheduled-deployment.ts";
import type { DeploymentStarts } from "../start-deployment.ts";
import { newRun } from "./rules.ts";
import type { SealedRecipes } from "./sealed-recipes.ts";
import type { RecipeStore } from "./store.ts";

interface ScheduledRecipeDependencies {
  readonly store: Pick<RecipeStore, "get">;
  readonly sealed: Pick<SealedRecipes, "open">;
  readonly starts: Pick<DeploymentStarts, "start">;
}

/** Runs recipes for schedules. A run uses the recipe as it is at that time. */
export function scheduledRecipe(
  dependencies: ScheduledRecipeDependencies,
): ActionHandler<{ readonly recipeId: number }> {
  const { store, sealed, starts } = dependencies;
  return {
    isRepeatable: false,

    async check({ recipeId }) {
      if ((await store.get(recipeId)) === undefined) throw new ServiceError("recipe_not_found");
    },

    async start({ recipeId }, run) {
      const [stored, request] = await Promise.all([store.get(recipeId), sealed.open(recipeId)]);
      if (stored === undefined || request === undefined) throw new ServiceError("recipe_not_found");
      return scheduledStart(starts, newRun(stored.record, request), run);
    },
  };
}
