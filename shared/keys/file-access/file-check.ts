import type { AdminCredential } from "#shared/contract/call.ts";
import { ServiceError } from "#shared/contract/errors.ts";
import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { AdminApi, HostedDatabase } from "#shared/filemaker/admin-api.ts";
import type { Account, DataApi } from "#shared/filemaker/data-api.ts";
import type { OData } from "#shared/filemaker/odata.ts";

/** Reasons why a file can't be opened with an account, for administrators. */
const reasons = {
  not_hosted: "not hosted on this server",
  closed: "hosted, but closed",
  wrong_account: "wrong account or password",
  no_fmrest: "the account has no fmrest extended privilege",
  no_fmodata: "the account has no fmodata extended privilege",
  odata_refused: "wrong account or password, or the account has no fmodata extended privilege",
  not_available: "not hosted, not open, or the account lacks the extended privilege for this API",
  locked: "the account is temporarily locked after too many failed logins",
} as const;

type Reason = keyof typeof reasons;

/** Result of checking one file. */
export type FileVerdict =
  | { readonly database: string; readonly ok: true; readonly layouts?: readonly string[] }
  | { readonly database: string; readonly ok: false; readonly reason: Reason };

/** Opened file. `layouts` is empty if layouts weren't requested. */
export interface OpenedFile {
  readonly database: string;
  readonly layouts: string[];
}

/** Maximum number of layouts, enough for a selection. */
const maxLayouts = 500;

/** APIs that a key opens its files with. */
export interface KeyApis {
  readonly isDataApi: boolean;
  readonly isOData: boolean;
  /** True if layouts are read while a file is open. */
  readonly withLayouts?: boolean;
}

/**
 * Opens every file with an account, with each of the given APIs: logs in and out, and reads the tables from OData. Returns names in their
 * original spelling.
 */
export type FileCheck = (
  databases: readonly string[],
  account: Account,
  apis: KeyApis,
  asker: FileAsker,
) => Promise<readonly FileVerdict[]>;

/** Caller of the check. */
export interface FileAsker {
  /**
   * True for a caller without verified credentials. The check then stops at the first file that doesn't open, and returns its name as it
   * was sent.
   */
  readonly isAnonymous: boolean;
  /** Returns the account to query for details if the APIs report the same error for different reasons, if the caller has one. */
  readonly admin: () => Promise<AdminCredential | undefined>;
}

interface FileCheckDependencies {
  readonly dataApi: DataApi;
  readonly odata: OData;
  readonly adminApi: AdminApi;
}

export function fileCheck({ dataApi, odata, adminApi }: FileCheckDependencies): FileCheck {
  return async (databases, account, { isDataApi, isOData, withLayouts = false }, { isAnonymous, admin }) => {
    const spellings = await spellingsFor(isDataApi ? dataApi : odata, account);
    const verdicts: FileVerdict[] = [];
    let hosted: Promise<readonly HostedDatabase[] | undefined> | undefined;

    const refusalReason = async (database: string, privilege: "no_fmrest" | "no_fmodata"): Promise<Reason> => {
      hosted ??= hostedDatabases(adminApi, admin);
      return reasonFor(database, await hosted, privilege);
    };

    const layouts = new Map<string, readonly string[]>();
    const byDataApi = async (database: string): Promise<Reason | undefined> => {
      const login = await dataApi.login(database, account);
      if (login.outcome === "exhausted") throw new ServiceError("sessions_exhausted", { retryAfterSeconds: 5 });
      if (login.outcome === "unavailable") return refusalReason(database, "no_fmrest");
      if (login.outcome !== "accepted") return login.outcome === "locked" ? "locked" : "wrong_account";
      if (withLayouts) layouts.set(database, await layoutsOf(dataApi, database, login.token));
      await dataApi.logout(database, login.token);
      return undefined;
    };

    const byOData = async (database: string): Promise<Reason | undefined> => {
      const opening = await odata.open(database, account);
      if (opening === "accepted") return undefined;
      if (opening === "unprivileged") return "no_fmodata";
      if (opening === "unavailable") return refusalReason(database, "no_fmodata");
      if (opening === "locked") return "locked";
      // A login has just verified the password.
      return isDataApi ? "no_fmodata" : "odata_refused";
    };

    // One after another, because the account may have a session limit, and a wrong password must not be tried many times at once.
    for (const name of databases) {
      const database = spellings.get(normalizedDatabaseName(name)) ?? fullDatabaseName(name);
      const reason =
        (isDataApi ? await byDataApi(database) : undefined) ?? (isOData ? await byOData(database) : undefined);
      const known = layouts.get(database);
      if (reason === undefined) verdicts.push({ database, ok: true, ...(known !== undefined && { layouts: known }) });
      // The original spelling would reveal that the file exists.
      else verdicts.push({ database: isAnonymous ? fullDatabaseName(name) : database, ok: false, reason });
      if (isAnonymous && reason !== undefined) break;
    }
    return verdicts;
  };
}

/** Returns the reason why a file doesn't open; null if it opens. */
export function sentenceOf(verdict: FileVerdict): string | null {
  return verdict.ok ? null : reasons[verdict.reason];
}

/**
 * Throws unless all files opened; the error names every file that didn't.
 * @throws ServiceError key_files_refused
 */
export function requireAll(verdicts: readonly FileVerdict[]): OpenedFile[] {
  const sentences = verdicts.flatMap((verdict) => (verdict.ok ? [] : [`${verdict.database}: ${sentenceOf(verdict)}`]));
  if (sentences.length > 0) {
    const files = verdicts.map((verdict) => (verdict.ok ? { database: verdict.database, ok: true } : verdict));
    throw new ServiceError("key_files_refused", { text: sentences.join("; "), response: { files } });
  }
  return verdicts.map((verdict) => ({
    database: verdict.database,
    layouts: verdict.ok ? (verdict.layouts ?? []).slice(0, maxLayouts) : [],
  }));
}

/** Returns the layouts, which are optional. Errors don't matter, because the file is open. */
async function layoutsOf(dataApi: DataApi, database: string, token: string): Promise<readonly string[]> {
  try {
    return await dataApi.layouts(database, token);
  } catch (thrown) {
    if (thrown instanceof ServiceError) return [];
    throw thrown;
  }
}

/** Returns the original spellings by normalized name, as far as the account can see the files. The caller's spelling is used for others. */
async function spellingsFor(
  api: Pick<DataApi | OData, "databases">,
  account: Account,
): Promise<ReadonlyMap<string, string>> {
  try {
    const names = await api.databases(account);
    return new Map(names.map((name) => [normalizedDatabaseName(name), fullDatabaseName(name)]));
  } catch (thrown) {
    // The server may hide its list or reject the account; the logins that follow report this for each file.
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
    // In this case no file opens, regardless of file and account.
    if (thrown instanceof ServiceError && thrown.error === "database_server_stopped") throw thrown;
    // The reason is less specific, but the file didn't open either way.
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
  const row = hosted.find(({ filename }) => normalizedDatabaseName(filename) === normalizedDatabaseName(database));
  if (row === undefined) return "not_hosted";
  return row.status === "NORMAL" ? privilege : "closed";
}
