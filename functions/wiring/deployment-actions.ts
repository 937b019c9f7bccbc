import { scheduledRecipe } from "#shared/deployments/recipes/scheduled-recipe.ts";
import { recipeStore } from "#shared/deployments/recipes/store.ts";
import { scheduledDeployment } from "#shared/deployments/scheduled-deployment.ts";
import { type DeploymentStartPlatform, deploymentStart, recipeSeals } from "./deployments.ts";

/** Actions of schedules that start deployments and recipes. Loaded by the first use, because most calls only list schedules. */
export function deploymentActions(platform: DeploymentStartPlatform) {
  const starts = deploymentStart(platform);
  return {
    deployment: scheduledDeployment(starts),
    recipe: scheduledRecipe({ store: recipeStore(platform.table), sealed: recipeSeals(platform), starts }),
  };
}
