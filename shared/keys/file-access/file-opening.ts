import type { Call } from "#shared/contract/call.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { CheckOutcome, LoginLimiter } from "#shared/sessions/login-limiter/login-limiter.ts";
import { storedAccounts } from "../lookups/stored-accounts.ts";
import type { KeyStore } from "../store.ts";
import { type FileAsker, type FileCheck, type FileVerdict, type KeyApis, requireAll } from "./file-check.ts";

interface FileOpeningDependencies {
  readonly store: KeyStore;
  readonly checkFiles: FileCheck;
  readonly loginLimiter: LoginLimiter;
  readonly vault: Vault;
}

/**
 * Tries an account on files, in the first of the ways that says more than that a file is not there. Every refused one counts as a
 * failed sign-in attempt, once. @throws ServiceError too_many_attempts
 */
export type FileTrial = (
  databases: readonly string[],
  account: Account,
  call: Call,
  ...ways: readonly [KeyApis, ...(readonly KeyApis[])]
) => Promise<readonly FileVerdict[]>;

export function fileTrial({ store, checkFiles, loginLimiter, vault }: FileOpeningDependencies): FileTrial {
  const { ofCaller } = storedAccounts({ store, vault });
  return async (databases, account, call, ...ways) => {
    const asker = { isAnonymous: call.caller.kind === "anyone", admin: () => ofCaller(call) };
    let verdicts: readonly FileVerdict[] = [];
    await loginLimiter.attempt({ client: call.client, kind: "file account", names: [account.user] }, async () => {
      for (const apis of ways) {
        verdicts = await checkFiles(databases, account, apis, asker);
        // Only an account that was not checked is tried in another way.
        if (!verdicts.some((verdict) => !verdict.ok && verdict.reason === "not_available")) break;
      }
      return checkOutcomeOf(verdicts, asker);
    });
    return verdicts;
  };
}

/** Proves that an account opens files, for a caller that wants a key for them. Answers the true spelling of every file. */
export function fileOpening(dependencies: FileOpeningDependencies) {
  const tryFiles = fileTrial(dependencies);
  /** @throws ServiceError key_files_refused, too_many_attempts */
  return async (databases: readonly string[], account: Account, call: Call, apis: KeyApis): Promise<string[]> =>
    requireAll(await tryFiles(databases, account, call, apis));
}

export type FileOpening = ReturnType<typeof fileOpening>;

const refusals = new Set<string>(["wrong_account", "odata_refused"]);

/** Whether FileMaker Server has looked at the account, and does not take it. */
export function isAccountRefused(verdict: FileVerdict): boolean {
  return !verdict.ok && refusals.has(verdict.reason);
}

/**
 * A file that is not there looks at no password: naming one must not pass for a success (L1). From one who has proved nothing it
 * counts as a failure, or logins for files that do not exist would cost nothing.
 */
function checkOutcomeOf(
  verdicts: readonly FileVerdict[],
  { isAnonymous }: Pick<FileAsker, "isAnonymous">,
): CheckOutcome {
  if (verdicts.some(isAccountRefused)) return "refused";
  const reasons = verdicts.flatMap((verdict) => (verdict.ok ? [] : [verdict.reason]));
  if (reasons.includes("locked")) return "locked";
  if (isAnonymous && reasons.length > 0) return "refused";
  return verdicts.some(({ ok }) => ok) ? "accepted" : "undecided";
}
