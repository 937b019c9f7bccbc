import type { ChainedAction, ChainedActionResult } from "#shared/contract/values/release-shapes.ts";
import { withoutSecrets } from "#shared/contract/values/release-shapes.ts";
import type { BatchRecord, DeploymentRecord } from "../record.ts";
import type { SealedDeployments } from "../sealed-deployments.ts";
import type { DeploymentStore } from "../store.ts";

interface SendDependencies {
  readonly store: Pick<DeploymentStore, "batch" | "changeBatch" | "partsOf">;
  readonly sealed: Pick<SealedDeployments, "openChain">;
  readonly call: (actions: readonly ChainedAction[]) => Promise<ChainedActionResult[]>;
}

const unknown = "Whether it was called is not known: the service stopped meanwhile";

/**
 * Calls what follows a deployment once all its parts are at their ends. What starts work elsewhere is never called twice: of a
 * call that the service's end has broken off it is only known that it was begun.
 */
export function sendChain({ store, sealed, call }: SendDependencies) {
  return async ({ id: caller, batchId }: Pick<DeploymentRecord, "id" | "batchId">): Promise<void> => {
    const batch = await store.batch(batchId);
    if (batch === undefined || batch.chain === "none" || batch.chain === "called") return;
    const parts = await store.partsOf(batch);
    if (parts.some(({ status }) => status === null)) return;
    const actions = dueActions(await sealed.openChain(batch), parts);
    if (batch.chain === "calling") {
      if (batch.chainCaller !== caller) return;
      const results = actions.map((action) => ({ action: withoutSecrets(action), result: unknown, success: false }));
      return store.changeBatch(batchId, (found) => calledBatch(found, results));
    }
    let isOurs = false;
    await store.changeBatch(batchId, (found) => {
      isOurs = found.chain === "waiting";
      return isOurs ? { ...found, chain: "calling", chainCaller: caller } : undefined;
    });
    if (!isOurs) return;
    const results = await call(actions);
    await store.changeBatch(batchId, (found) => calledBatch(found, results));
  };
}

function dueActions(actions: readonly ChainedAction[], parts: readonly DeploymentRecord[]): readonly ChainedAction[] {
  if (parts.every(({ isRehearsal }) => isRehearsal)) return [];
  const isSuccessful = parts.every(({ result }) => result === "successful");
  return actions.filter(({ sendOnFailure }) => isSuccessful || sendOnFailure);
}

function calledBatch(batch: BatchRecord, chainResults: readonly ChainedActionResult[]): BatchRecord {
  return { ...batch, chain: "called", chainResults: [...chainResults] };
}
