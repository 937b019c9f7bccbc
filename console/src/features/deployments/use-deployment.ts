import { useQuery } from "@tanstack/react-query";
import { reading } from "../../api/query.ts";
import { Refused } from "../../api/refused.ts";
import { deploymentMessages as text } from "../../messages/english/deployments.ts";
import { type AskedDeployment, type DeploymentPart, isOpen, type ReadBatch, refreshMs } from "./deployments.ts";

/** Returns a part of a deployment, and the deployment. */
export function useDeployment(id: number): {
  readonly part: DeploymentPart | undefined;
  readonly whole: AskedDeployment | undefined;
  readonly isMissing: boolean;
  readonly error: Error | null;
  readonly refetch: () => void;
} {
  const read = useQuery({
    ...reading("GET /svc/api/deployment/{id}", { id }),
    refetchInterval: ({ state }) => (state.data !== undefined && isOpen(state.data) ? refreshMs : false),
  });
  const part = read.data;
  const { error } = read;
  return {
    part,
    whole: part && wholeOf(part.batches, part),
    isMissing: error instanceof Refused && (error.status === 404 || error.status === 400),
    error,
    refetch: () => void read.refetch(),
  };
}

function wholeOf(
  { id, label, recipe_id: recipeId, deployments: parts, abort_remaining, chained_actions }: ReadBatch,
  part: DeploymentPart,
): AskedDeployment {
  // A deployment with one part has the part's name, as in the list.
  const name = (parts.length === 1 ? part.name : label) || text.unnamed(id);
  return { id, name, recipeId, parts, abortRemaining: abort_remaining, chainedActions: chained_actions };
}
