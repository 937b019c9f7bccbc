import type { FileSource } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import type { AdminCredential } from "#shared/contract/call.ts";
import type { ChainedAction } from "#shared/contract/values/release-shapes.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { BatchRecord } from "./record.ts";
import type { SubDeployment } from "./request/contract.ts";
import { chainContext, type DeploymentStore, partContext, type SealedParts } from "./store.ts";

/** Part of a deployment with its secrets. */
export interface OpenedDeployment {
  readonly payload: SubDeployment;
  /** Account for FileMaker Server. Undefined once the part has ended. */
  readonly credential: AdminCredential | undefined;
  /** Source that the agent takes the files from. Undefined: not known yet. Null: the part takes no files. */
  readonly source: FileSource | null | undefined;
}

/** Secrets of deployments, sealed per deployment. */
export interface SealedDeployments {
  seal(id: number, part: Pick<OpenedDeployment, "payload" | "credential">): Promise<SealedParts>;
  /** Returns undefined if the deployment was deleted. */
  open(id: number): Promise<OpenedDeployment | undefined>;
  keepSource(id: number, source: FileSource | null): Promise<void>;
  keepCredential(id: number, credential: AdminCredential): Promise<void>;
  sealChain(batchId: number, actions: readonly ChainedAction[]): Promise<string>;
  /** Returns the chained actions of a deployment. */
  openChain(batch: Pick<BatchRecord, "id" | "sealedChain">): Promise<readonly ChainedAction[]>;
}

type Field = keyof SealedParts;

export function sealedDeployments(
  store: Pick<DeploymentStore, "sealed" | "keepSealed">,
  vault: Pick<Vault, "seal" | "open">,
): SealedDeployments {
  const seal = (id: number, field: Field, value: unknown) => vault.seal(JSON.stringify(value), partContext(id, field));
  const opened = async (id: number, field: Field, sealed: string | null) =>
    sealed === null ? undefined : JSON.parse(await vault.open(sealed, partContext(id, field)));

  return {
    async seal(id, { payload, credential }) {
      return {
        payload: await seal(id, "payload", payload),
        credential: credential === undefined ? null : await seal(id, "credential", credential),
        source: null,
      };
    },
    async open(id) {
      const found = await store.sealed(id);
      if (found === undefined) return undefined;
      const [payload, credential, source] = await Promise.all([
        opened(id, "payload", found.payload),
        opened(id, "credential", found.credential),
        opened(id, "source", found.source),
      ]);
      return { payload, credential, source };
    },
    keepSource: async (id, source) => store.keepSealed(id, { source: await seal(id, "source", source) }),
    keepCredential: async (id, credential) =>
      store.keepSealed(id, { credential: await seal(id, "credential", credential), source: null }),
    sealChain: (id, actions) => vault.seal(JSON.stringify(actions), chainContext(id)),
    openChain: async ({ id, sealedChain }) =>
      sealedChain === null ? [] : JSON.parse(await vault.open(sealedChain, chainContext(id))),
  };
}
