import type { AdminCredential } from "#shared/contract/call.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";

/** Secrets of a process on FileMaker Server. */
export interface ServerSecrets {
  /** Credential for FileMaker Server. */
  readonly credential: AdminCredential;
  /** Account and parameter of a script. */
  readonly script?: { readonly user: string; readonly pass: string; readonly parameter: string };
}

/** Encrypted secrets passed from the call that starts a process to its steps, bound to a unique name. */
export interface SealedSecrets {
  readonly work: string;
  readonly sealed: string;
}

/** Name of these secrets in roles. */
export const serverWorkSecrets = "server-work";

const contextOf = (work: string) => ({ kind: serverWorkSecrets, item: `server-work|${work}`, field: "sealed" });

/** Returns the context of encrypted secrets in the input of a process. */
export const sealedIn = ({ work }: Pick<SealedSecrets, "work">) => ({ sealed: contextOf(work) });

export async function sealSecrets(
  { vault, ids }: { readonly vault: Vault; readonly ids: Ids },
  secrets: ServerSecrets,
): Promise<SealedSecrets> {
  const work = ids.uuid();
  return { work, sealed: await vault.seal(JSON.stringify(secrets), contextOf(work)) };
}

export async function openSecrets(vault: Vault, { work, sealed }: SealedSecrets): Promise<ServerSecrets> {
  return JSON.parse(await vault.open(sealed, contextOf(work)));
}
