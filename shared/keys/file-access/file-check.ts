import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { foldedDatabaseName, fullDatabaseName } from "#shared/contract/values/database-name.ts";
import type { AdminApi, HostedDatabase } from "#shared/filemaker/admin-api.ts";
import type { Account, DataApi } from "#shared/filemaker/data-api.ts";
import type { OData } from "#shared/filemaker/odata.ts";

/** Why a file cannot be opened with an account, in words for an administrator. */
const reasons = {
  not_hosted: "not hosted on this server",
  closed: "hosted, but not open",
  wrong_account: "wrong account or password",
  no_fmrest: "the account has no fmrest extended privilege",
  no_fmodata: "the account has no fmodata extended privilege",
  odata_refused: "wrong account or password, or the account has no fmodata extended privilege",
  not_available: "not hosted, not open, or the account lacks the extended privilege for this API",
  locked: "the account is locked for a while after too many failed logins",
} as const;

type Reason = keyof typeof reasons;

/** How the check of one file ended. */
export type FileVerdict =
  | { readonly database: string; readonly ok: true }
  | { readonly database: string; readonly ok: false; readonly reason: Reason };

/** The APIs that a key opens its files through. */
export interface KeyApis {
  readonly isDataApi: boolean;
  readonly isOData: boolean;
}

/**
 * Opens every file with an account, through each API that is named: logs in and out again, and asks OData for its tables.
 * Names are answered in their true spelling.
 */
export type FileCheck = (
  databases: readonly string[],
  account: Account,
  apis: KeyApis,
  asker: FileAsker,
) => Promise<readonly FileVerdict[]>;

/** Who wants to know. */
export interface FileAsker {
  /** One who has proved nothing so far: the first file that does not open is the last that is tried, and is named as it came. */
  readonly isAnonymous: boolean;
  /** The account to ask with what the APIs report alike, where the asker has one. */
  readonly admin: () => Promise<AdminCredential | undefined>;
}

interface FileCheckDependencies {
  readonly dataApi: DataApi;
  readonly odata: OData;
  readonly adminApi: AdminApi;
}

export function fileCheck({ dataApi, odata, adminApi }: FileCheckDependencies): FileCheck {
  return async (databases, account, { isDataApi, isOData }, { isAnonymous, admin }) => {
    const spellings = await spellingsFor(isDataApi ? dataApi : odata, account);
    const verdicts: FileVerdict[] = [];
    let hosted: Promise<readonly HostedDatabase[] | undefined> | undefined;

    const refusalReason = async (database: string, privilege: "no_fmrest" | "no_fmodata"): Promise<Reason> => {
      hosted ??= hostedDatabases(adminApi, admin);
      return reasonFor(database, await hosted, privilege);
    };

    const byDataApi = async (database: string): Promise<Reason | undefined> => {
      const login = await dataApi.login(database, account);
      if (login.outcome === "exhausted") throw new ServiceError("sessions_exhausted", { retryAfterSeconds: 5 });
      if (login.outcome === "unavailable") return refusalReason(database, "no_fmrest");
      if (login.outcome !== "accepted") return login.outcome === "locked" ? "locked" : "wrong_account";
      await dataApi.logout(database, login.token);
      return undefined;
    };

    const byOData = async (database: string): Promise<Reason | undefined> => {
      const opening = await odata.open(database, account);
      if (opening === "accepted") return undefined;
      if (opening === "unprivileged") return "no_fmodata";
      if (opening === "unavailable") return refusalReason(database, "no_fmodata");
      if (opening === "locked") return "locked";
      // A login has just proven the password.
      return isDataApi ? "no_fmodata" : "odata_refused";
    };

    // One after another: the account may have a limit of sessions, and a wrong password should not be tried all at once.
    for (const name of databases) {
      const database = spellings.get(foldedDatabaseName(name)) ?? fullDatabaseName(name);
      const reason =
        (isDataApi ? await byDataApi(database) : undefined) ?? (isOData ? await byOData(database) : undefined);
      if (reason === undefined) verdicts.push({ database, ok: true });
      // The true spelling would say that there is such a file.
      else verdicts.push({ database: isAnonymous ? fullDatabaseName(name) : database, ok: false, reason });
      if (isAnonymous && reason !== undefined) break;
    }
    return verdicts;
  };
}

/** Why a file does not open, in words. Null where it does. */
export function sentenceOf(verdict: FileVerdict): string | null {
  return verdict.ok ? null : reasons[verdict.reason];
}

/** Refuses when any file did not open, naming every one that did not. @throws ServiceError key_files_refused */
export function requireAll(verdicts: readonly FileVerdict[]): string[] {
  const sentences = verdicts.flatMap((verdict) => (verdict.ok ? [] : [`${verdict.database}: ${sentenceOf(verdict)}`]));
  if (sentences.length > 0) {
    throw new ServiceError("key_files_refused", { text: sentences.join("; "), response: { files: verdicts } });
  }
  return verdicts.map(({ database }) => database);
}

/** True spellings by folded name, as far as the account may see them. Without them the caller's spelling is tried. */
async function spellingsFor(
  api: Pick<DataApi | OData, "databases">,
  account: Account,
): Promise<ReadonlyMap<string, string>> {
  try {
    const names = await api.databases(account);
    return new Map(names.map((name) => [foldedDatabaseName(name), fullDatabaseName(name)]));
  } catch (thrown) {
    // The server may hide its list, or refuse the account as a whole: the logins that follow say so file by file.
    if (thrown instanceof ServiceError && thrown.error === "upstream_broken") return new Map();
    throw thrown;
  }
}

async function hostedDatabases(
  adminApi: AdminApi,
  admin: FileAsker["admin"],
): Promise<readonly HostedDatabase[] | undefined> {
  const credential = await admin();
  if (credential === undefined) return undefined;
  try {
    return await adminApi.databases(credential);
  } catch (thrown) {
    // No file opens then, and none of them, nor the account, is to blame.
    if (thrown instanceof ServiceError && thrown.error === "database_server_stopped") throw thrown;
    // The reason stays less exact; that the file did not open is certain either way.
    if (thrown instanceof ServiceError) return undefined;
    throw thrown;
  }
}

function reasonFor(
  database: string,
  hosted: readonly HostedDatabase[] | undefined,
  privilege: "no_fmrest" | "no_fmodata",
): Reason {
  if (hosted === undefined) return "not_available";
  const row = hosted.find(({ filename }) => foldedDatabaseName(filename) === foldedDatabaseName(database));
  if (row === undefined) return "not_hosted";
  return row.status === "NORMAL" ? privilege : "closed";
}
