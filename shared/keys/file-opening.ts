import type { Call } from "../contract/call.ts";
import type { Account } from "../filemaker/data-api.ts";
import type { Vault } from "../ports/vault.ts";
import type { Attempts, Finding } from "../sessions/attempts.ts";
import { demandAll, type FileCheck, type FileVerdict, type KeyApis } from "./file-check.ts";
import type { KeyStore } from "./store.ts";
import { storedAccounts } from "./stored-accounts.ts";

interface FileOpeningDependencies {
  readonly store: KeyStore;
  readonly checkFiles: FileCheck;
  readonly attempts: Attempts;
  readonly vault: Vault;
}

/** Tries an account on files. Every refused one counts as a failed sign-in attempt. @throws ServiceError too_many_attempts */
export type FileTrial = (
  databases: readonly string[],
  account: Account,
  call: Call,
  apis?: KeyApis,
) => Promise<readonly FileVerdict[]>;

const dataApiAlone: KeyApis = { isDataApi: true, isOData: false };

export function fileTrial({ store, checkFiles, attempts, vault }: FileOpeningDependencies): FileTrial {
  const { ofCaller } = storedAccounts({ store, vault });
  return async (databases, account, call, apis = dataApiAlone) => {
    let verdicts: readonly FileVerdict[] = [];
    await attempts.guard({ visitor: call.visitor, kind: "file account", name: account.user }, async () => {
      verdicts = await checkFiles(databases, account, () => ofCaller(call), apis);
      return findingOf(verdicts);
    });
    return verdicts;
  };
}

/** Proves that an account opens files, for whoever wants a key for them. Answers the true spelling of every file. */
export function fileOpening(dependencies: FileOpeningDependencies) {
  const tryFiles = fileTrial(dependencies);
  /** @throws ServiceError key_files_refused, too_many_attempts */
  return async (databases: readonly string[], account: Account, call: Call, apis: KeyApis): Promise<string[]> =>
    demandAll(await tryFiles(databases, account, call, apis));
}

export type FileOpening = ReturnType<typeof fileOpening>;

const refusals = new Set<string>(["wrong_account", "odata_refused"]);

/** A file that is not there looks at no password: naming one must not pass for a success (L1). */
function findingOf(verdicts: readonly FileVerdict[]): Finding {
  if (verdicts.some((verdict) => !verdict.ok && refusals.has(verdict.reason))) return "refused";
  return verdicts.some(({ ok }) => ok) ? "accepted" : "undecided";
}
