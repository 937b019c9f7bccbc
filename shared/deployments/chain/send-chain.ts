import type { CallChain } from "#shared/builds/api.ts";
import type { DeploymentRecord } from "../record.ts";
import type { SealedDeployments } from "../sealed-deployments.ts";
import type { DeploymentStore } from "../store.ts";

interface SendDependencies {
  readonly store: Pick<DeploymentStore, "batch" | "changeBatch" | "partsOf">;
  readonly sealed: Pick<SealedDeployments, "openChain">;
  readonly callChain: CallChain;
}

/** Calls the chained actions of a deployment once all its parts have ended. */
export function sendChain({ store, sealed, callChain }: SendDependencies) {
  return async ({ id: caller, batchId }: Pick<DeploymentRecord, "id" | "batchId">): Promise<void> => {
    const batch = await store.batch(batchId);
    if (batch === undefined) return;
    const parts = await store.partsOf(batch);
    if (parts.some(({ status }) => status === null)) return;
    await callChain({
      state: batch.chain,
      isOwn: batch.chainCaller === caller,
      isSuccessful: parts.every(({ result }) => result === "successful"),
      actions: async () => (parts.every(({ isRehearsal }) => isRehearsal) ? [] : sealed.openChain(batch)),
      async begin() {
        let isFirst = false;
        await store.changeBatch(batchId, (found) => {
          isFirst = found.chain === "waiting";
          return isFirst ? { ...found, chain: "calling", chainCaller: caller } : undefined;
        });
        return isFirst;
      },
      async keep(chainResults) {
        await store.changeBatch(batchId, (found) => ({ ...found, chain: "called", chainResults: [...chainResults] }));
      },
    });
  };
}
