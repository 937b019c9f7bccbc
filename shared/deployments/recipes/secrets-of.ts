import { ServiceError } from "#shared/contract/errors.ts";
import { withKeptSecrets } from "#shared/contract/values/kept-secrets.ts";
import type { DeploymentRequest, SecretsOf } from "../request/contract.ts";
import type { SealedDeployments } from "../sealed-deployments.ts";
import type { DeploymentStore } from "../store.ts";
import type { SealedRecipes } from "./sealed-recipes.ts";

interface SecretsDependencies {
  readonly recipes: Pick<SealedRecipes, "open">;
  readonly store: Pick<DeploymentStore, "batch" | "partsOf">;
  readonly sealed: Pick<SealedDeployments, "open" | "openChain">;
}

/** Replaces the masks in a request with the stored secrets. @throws ServiceError secret_masked, recipe_not_found, deployment_not_found */
export type Unmasked = <R extends Partial<DeploymentRequest>>(request: R, of: SecretsOf | undefined) => Promise<R>;

export function unmasking({ recipes, store, sealed }: SecretsDependencies): Unmasked {
  const ofRecipe = async (id: number) => {
    const request = await recipes.open(id);
    if (request === undefined) throw new ServiceError("recipe_not_found");
    return request;
  };
  const ofDeployment = async (id: number) => {
    const batch = await store.batch(id);
    if (batch === undefined) throw new ServiceError("deployment_not_found");
    const parts = await Promise.all((await store.partsOf(batch)).map((part) => sealed.open(part.id)));
    return { deployments: parts.map((part) => part?.payload), chainedAction: await sealed.openChain(batch) };
  };
  return async (request, of) => {
    const before = of && (of.kind === "recipe" ? await ofRecipe(of.id) : await ofDeployment(of.id));
    return withKeptSecrets(request, before);
  };
}
