import type { AdminCredential } from "#shared/contract/call.ts";
import type { Ids } from "#shared/ports/ids.ts";
import type { Vault } from "#shared/ports/vault.ts";

/** What a process on FileMaker Server must know and no one else may read. */
export interface ServerSecrets {
  /** Who asks FileMaker Server. */
  readonly credential: AdminCredential;
  /** The account and parameter of a script. */
  readonly script?: { readonly user: string; readonly pass: string; readonly parameter: string };
}

/** Secrets on their way from the call that starts a process to its steps, bound to a name of that work's own. */
export interface SealedSecrets {
  readonly work: string;
  readonly sealed: string;
}

/** What roles call them. */
export const serverWorkSecrets = "server-work";

const contextOf = (work: string) => ({ kind: serverWorkSecrets, item: `server-work|${work}`, field: "sealed" });

/** What sealed secrets in the input of a process are bound to. */
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
