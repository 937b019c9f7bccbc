import type { DeploymentRequest } from "../request.ts";
import { isAddress } from "../sources/sources.ts";

type Chained = NonNullable<DeploymentRequest["chainedAction"]>;
/** Call at the end of a deployment. */
export type ChainedAction = Exclude<Chained, readonly unknown[]>;
export type ActionOf<Type extends ChainedAction["type"]> = Extract<ChainedAction, { readonly type: Type }>;

export const actionKinds = ["deployment_start", "build_start", "generic_api"] as const;

/** Value in a request while the typed JSON is invalid; the request is incomplete until it is fixed. */
export const brokenJson = Symbol("broken JSON");

/** Returns the calls at the end of a request's deployment, in order. */
export function chainOf({ chainedAction = [] }: DeploymentRequest): readonly ChainedAction[] {
  return Array.isArray(chainedAction) ? chainedAction : [chainedAction];
}

export function newAction(
  type: ChainedAction["type"],
  { id, sendOnFailure }: Partial<ChainedAction> = {},
): ChainedAction {
  const kept = { ...(id !== undefined && { id }), ...(sendOnFailure !== undefined && { sendOnFailure }) };
  if (type === "generic_api") return { type, url: "https://", method: "POST", ...kept };
  return { type, url: "https://", apiKey: "", ...kept };
}

/** Returns true if a call at the end is incomplete. */
export function isChainMissing(request: DeploymentRequest): boolean {
  return chainOf(request).some(
    (action) =>
      !isAddress(action.url) ||
      (action.type === "generic_api"
        ? action.body === brokenJson
        : action.apiKey === "" || action.input === brokenJson),
  );
}
