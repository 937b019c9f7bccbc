import type { Call } from "#shared/contract/call.ts";
import type { Account } from "#shared/filemaker/data-api.ts";
import type { Vault } from "#shared/ports/vault.ts";
import type { CheckOutcome, LoginLimiter } from "#shared/sessions/api.ts";
import { storedAccounts } from "../lookups/stored-accounts.ts";
import type { KeyStore } from "../store.ts";
import {
  type FileAsker,
  type FileCheck,
  type FileVerdict,
  type KeyApis,
  type OpenedFile,
  requireAll,
} from "./file-check.ts";

interface FileOpeningDependencies {
  readonly store: KeyStore;
  readonly checkFiles: FileCheck;
  readonly loginLimiter: LoginLimiter;
  readonly vault: Vault;
}

/**
 * Tries an account on files with several sets of APIs, until a verdict says more than that a file isn't available. A rejected account
 * counts as one failed sign-in.
 * @throws ServiceError too_many_attempts
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
        // Only an account that wasn't checked is tried with other APIs.
        if (!verdicts.some((verdict) => !verdict.ok && verdict.reason === "not_available")) break;
      }
      return checkOutcomeOf(verdicts, asker);
    });
    return verdicts;
  };
}

/** Verifies that an account opens files, for a caller that requests a key for them. Returns the original spelling of every file. */
export function fileOpening(dependencies: FileOpeningDependencies) {
  const tryFiles = fileTrial(dependencies);
  /** @throws ServiceError key_files_refused, too_many_attempts */
  return async (databases: readonly string[], account: Account, call: Call, apis: KeyApis): Promise<OpenedFile[]> =>
    requireAll(await tryFiles(databases, account, call, apis));
}

export type FileOpening = ReturnType<typeof fileOpening>;

const refusals = new Set<string>(["wrong_account", "odata_refused"]);

/** Returns true if FileMaker Server checked the account and rejected it. */
export function isAccountRefused(verdict: FileVerdict): boolean {
  return !verdict.ok && refusals.has(verdict.reason);
}

/**
 * Returns the outcome for the sign-in limit. A file that isn't available never checks a password, so naming one must not count as a
 * success. For callers without verified credentials it counts as a failure, otherwise logins for nonexistent files would be unlimited.
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
