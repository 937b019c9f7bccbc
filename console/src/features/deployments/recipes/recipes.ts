import { useQuery } from "@tanstack/react-query";
import type { OutputOf } from "../../../api/operations.ts";
import { reading } from "../../../api/query.ts";
import type { Beginning } from "../form/beginning.ts";
import type { DeploymentRequest } from "../form/request.ts";

export type RecipeRow = OutputOf<"GET /svc/api/deployment/recipes">["recipes"][number];
export type Recipe = OutputOf<"GET /svc/api/deployment/recipes/{id}">["recipe"];

/** Queries to refetch after a recipe was saved, run or deleted. */
export const recipeReads = [
  "GET /svc/api/deployment/recipes",
  "GET /svc/api/deployment/recipes/{id}",
  "GET /svc/api/audit",
] as const;

export function useRecipe(id: number) {
  return useQuery({
    ...reading("GET /svc/api/deployment/recipes/{id}", { id }),
    // A form starts with the latest data and doesn't change while it is filled in.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Returns the initial value of a form for a recipe. */
export function beginningOf({ id, request }: Recipe): Beginning {
  return { request: request as DeploymentRequest, secretsOf: { kind: "recipe", id } };
}
