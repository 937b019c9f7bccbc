import type { Vault } from "#shared/ports/vault.ts";
import { DeploymentRequest } from "../request/contract.ts";
import { type RecipeStore, requestContext } from "./store.ts";

/** Requests of recipes with their secrets, sealed per recipe. */
export interface SealedRecipes {
  seal(id: number, request: DeploymentRequest): Promise<string>;
  /** Returns undefined if the recipe was deleted. */
  open(id: number): Promise<DeploymentRequest | undefined>;
}

export function sealedRecipes(
  store: Pick<RecipeStore, "sealedRequest">,
  vault: Pick<Vault, "seal" | "open">,
): SealedRecipes {
  return {
    seal: (id, request) => vault.seal(JSON.stringify(request), requestContext(id)),
    async open(id) {
      const sealed = await store.sealedRequest(id);
      if (sealed === undefined) return undefined;
      return DeploymentRequest.parse(JSON.parse(await vault.open(sealed, requestContext(id))));
    },
  };
}
