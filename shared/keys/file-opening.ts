import type { AdminCredential, Call } from "../contract/call.ts";
import type { Account } from "../filemaker/data-api.ts";
import type { Vault } from "../ports/vault.ts";
import type { Attempts, Finding } from "../sessions/attempts.ts";
import { demandAll, type FileCheck, type FileVerdict } from "./file-check.ts";
import { type KeyStore, passContext } from "./store.ts";

interface FileOpeningDependencies {
  readonly store: KeyStore;
  readonly checkFiles: FileCheck;
  readonly attempts: Attempts;
  readonly vault: Vault;
}

/** Proves that an account opens files, for whoever wants a key for them. Answers the true spelling of every file. */
export function fileOpening({ store, checkFiles, attempts, vault }: FileOpeningDependencies) {
  /** The account or token that a management caller came with, or that its key stands for. */
  const adminCredential = async ({ caller }: Call): Promise<AdminCredential | undefined> => {
    if (caller.kind === "anyone") return undefined;
    if (caller.kind !== "admin-key") return caller.credential;
    const stored = await store.byId("admin", caller.keyId);
    if (stored === undefined) return undefined;
    const { id, user, sealedPass } = stored.record;
    return { user, pass: await vault.open(sealedPass, passContext("admin", id)) };
  };

  /** @throws ServiceError key_files_refused, too_many_attempts */
  return async (databases: readonly string[], account: Account, call: Call): Promise<string[]> => {
    let verdicts: readonly FileVerdict[] = [];
    await attempts.guard({ address: call.address, kind: "file account", name: account.user }, async () => {
      verdicts = await checkFiles(databases, account, () => adminCredential(call));
      return findingOf(verdicts);
    });
    return demandAll(verdicts);
  };
}

export type FileOpening = ReturnType<typeof fileOpening>;

/** A file that is not there looks at no password: naming one must not pass for a success (L1). */
function findingOf(verdicts: readonly FileVerdict[]): Finding {
  if (verdicts.some((verdict) => !verdict.ok && verdict.reason === "wrong_account")) return "refused";
  return verdicts.some(({ ok }) => ok) ? "accepted" : "undecided";
}
