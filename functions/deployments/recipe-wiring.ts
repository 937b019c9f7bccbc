import { scheduledRecipe as scheduledRecipeOf } from "#shared/deployments/recipes/scheduled-recipe.ts";
import { sealedRecipes } from "#shared/deployments/recipes/sealed-recipes.ts";
import { unmasking } from "#shared/deployments/recipes/secrets-of.ts";
import { recipeService } from "#shared/deployments/recipes/service.ts";
import { recipeStore } from "#shared/deployments/recipes/store.ts";
import { scheduleStore } from "#shared/schedules/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { deploymentRecords, deploymentSecrets } from "./job-wiring.ts";
import { type DeploymentStartPlatform, deploymentStart } from "./start-wiring.ts";

export const recipeRecords = memoized(({ table }: Pick<Platform, "table">) => recipeStore(table));

const recipeSecrets = memoized((platform: Pick<Platform, "table" | "vault">) =>
  sealedRecipes(recipeRecords(platform), platform.vault),
);

/** Resolves masked secrets in requests to the stored values. */
export const unmasked = memoized((platform: Pick<Platform, "table" | "vault">) =>
  unmasking({
    recipes: recipeSecrets(platform),
    store: deploymentRecords(platform),
    sealed: deploymentSecrets(platform),
  }),
);

export const recipes = memoized((platform: DeploymentStartPlatform) =>
  recipeService({
    store: recipeRecords(platform),
    sealed: recipeSecrets(platform),
    unmasked: unmasked(platform),
    starts: deploymentStart(platform),
    async schedulesOf(recipe) {
      const all = await scheduleStore(platform.table).all();
      return all.filter(({ recipeId }) => recipeId === recipe).map(({ name }) => name);
    },
    clock: platform.clock,
  }),
);

/** Recipes that schedules run. */
export const scheduledRecipe = memoized((platform: DeploymentStartPlatform) =>
  scheduledRecipeOf({
    store: recipeRecords(platform),
    sealed: recipeSecrets(platform),
    starts: deploymentStart(platform),
  }),
);
