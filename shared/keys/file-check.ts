import type { AdminCredential } from "../contract/call.ts";
import { foldedDatabaseName, fullDatabaseName } from "../contract/database-name.ts";
import { ServiceError } from "../contract/errors.ts";
import type { AdminApi, HostedDatabase } from "../filemaker/admin-api.ts";
import type { Account, DataApi } from "../filemaker/data-api.ts";

/** Why a file cannot be opened with an account, in words for an administrator. */
const reasons = {
  not_hosted: "not hosted on this server",
  closed: "hosted, but not open",
  wrong_account: "wrong account or password",
  no_fmrest: "the account has no fmrest extended privilege",
  not_available: "not hosted, not open, or the account has no fmrest extended privilege",
  locked: "the account is locked for a while after too many failed logins",
} as const;

/** How the check of one file ended. */
export type FileVerdict =
  | { readonly database: string; readonly ok: true }
  | { readonly database: string; readonly ok: false; readonly reason: keyof typeof reasons };

/** Logs in to every file with an account, and out again. Names are answered in their true spelling. */
export type FileCheck = (
  databases: readonly string[],
  account: Account,
  admin: (() => Promise<AdminCredential | undefined>) | undefined,
) => Promise<readonly FileVerdict[]>;

interface FileCheckDependencies {
  readonly dataApi: DataApi;
  readonly adminApi: AdminApi;
}

/** `admin`, where the caller has one, tells apart what the Data API reports alike. */
export function fileCheck({ dataApi, adminApi }: FileCheckDependencies): FileCheck {
  return async (databases, account, admin) => {
    const spellings = await spellingsFor(dataApi, account);
    const verdicts: FileVerdict[] = [];
    let hosted: Promise<readonly HostedDatabase[] | undefined> | undefined;
    // One after another: the account may have a limit of sessions, and a wrong password should not be tried all at once.
    for (const name of databases) {
      const database = spellings.get(foldedDatabaseName(name)) ?? fullDatabaseName(name);
      const login = await dataApi.login(database, account);
      if (login.outcome === "accepted") {
        await dataApi.logout(database, login.token);
        verdicts.push({ database, ok: true });
      } else if (login.outcome === "exhausted") {
        throw new ServiceError("sessions_exhausted", { retryAfterSeconds: 5 });
      } else if (login.outcome === "unavailable") {
        hosted ??= hostedDatabases(adminApi, admin);
        verdicts.push({ database, ok: false, reason: reasonFor(database, await hosted) });
      } else {
        verdicts.push({ database, ok: false, reason: login.outcome === "locked" ? "locked" : "wrong_account" });
      }
    }
    return verdicts;
  };
}

/** Refuses when any file did not open, naming every one that did not. @throws ServiceError key_files_refused */
export function demandAll(verdicts: readonly FileVerdict[]): string[] {
  const sentences = verdicts.flatMap((verdict) =>
    verdict.ok ? [] : [`${verdict.database}: ${reasons[verdict.reason]}`],
  );
  if (sentences.length > 0) {
    throw new ServiceError("key_files_refused", { text: sentences.join("; "), response: { files: verdicts } });
  }
  return verdicts.map(({ database }) => database);
}

/** True spellings by folded name, as far as the account may see them. Without them the caller's spelling is tried. */
async function spellingsFor(dataApi: DataApi, account: Account): Promise<ReadonlyMap<string, string>> {
  try {
    const names = await dataApi.databases(account);
    return new Map(names.map((name) => [foldedDatabaseName(name), fullDatabaseName(name)]));
  } catch (thrown) {
    // The server may hide its list, or refuse the account as a whole: the logins that follow say so file by file.
    if (thrown instanceof ServiceError && thrown.error === "upstream_broken") return new Map();
    throw thrown;
  }
}

async function hostedDatabases(
  adminApi: AdminApi,
  admin: (() => Promise<AdminCredential | undefined>) | undefined,
): Promise<readonly HostedDatabase[] | undefined> {
  const credential = await admin?.();
  if (credential === undefined) return undefined;
  try {
    return await adminApi.databases(credential);
  } catch (thrown) {
    // The reason stays less exact; that the file did not open is certain either way.
    if (thrown instanceof ServiceError) return undefined;
    throw thrown;
  }
}

function reasonFor(database: string, hosted: readonly HostedDatabase[] | undefined): keyof typeof reasons {
  if (hosted === undefined) return "not_available";
  const row = hosted.find(({ filename }) => foldedDatabaseName(filename) === foldedDatabaseName(database));
  if (row === undefined) return "not_hosted";
  return row.status === "NORMAL" ? "no_fmrest" : "closed";
}
