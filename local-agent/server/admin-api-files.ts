import { join } from "node:path";
import * as z from "zod";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "../clock.ts";
import { Refused } from "../refused.ts";
import { type AdminCall, adminCalls, signedOut } from "./admin-calls.ts";
import { backUpOnce } from "./back-up-once.ts";
import { backupSchedules, runSchedule } from "./backup-schedules.ts";
import { type Ask, DatabaseRow, isOneOf, refusalOf, stateForbids } from "./database-rows.ts";
import type { FileServer, FileServers, ServerFile } from "./file-server.ts";
import { advanced, openingFile } from "./opening-file.ts";
import type { OwnKey } from "./own-key.ts";
import { forgetScript, runScript } from "./run-script.ts";

interface AdminApiOptions {
  /** Origin of the Admin API on this host: `http://127.0.0.1:16001`. */
  readonly origin: string;
  /** SHA-256 fingerprint of the only certificate to accept there. */
  readonly pin?: string | undefined;
  readonly clock: Clock;
  /** Maximum milliseconds for a file to open or close. */
  readonly waitMs: number;
  /** Aborted when the agent stops. */
  readonly stopping: AbortSignal;
  /** Makes the calls. Default: calls the origin. */
  readonly call?: AdminCall | undefined;
  /** This host's own key there, which is tried before an account. */
  readonly ownKey?: Pick<OwnKey, "authorization" | "refused"> | undefined;
}

type Account = Parameters<FileServers>[0];

/** Milliseconds between checks of a file that is opening or closing: short at first. */
const firstPauseMs = 50;
const longestPauseMs = 1_000;
const sessionsExhausted = "956";

/** Accesses FileMaker Server through its Admin API. Encryption keys are sent in bodies; fmsadmin would only accept them as arguments. */
export function adminApiFiles(options: AdminApiOptions): FileServers {
  const { origin, pin, clock, waitMs, stopping, ownKey, call = adminCalls(origin, stopping, pin) } = options;

  /** Uses a separate session and ends it: the server only has a few. */
  const signedIn = async <T>(account: Account, use: (ask: Ask) => Promise<T>): Promise<T> => {
    const own = await ownToken();
    const token = own ?? (await tokenFor(account));
    const ask: Ask = (method, path, body) => call(method, path, `Bearer ${token}`, body);
    try {
      return await use(ask);
    } finally {
      if (own !== undefined || account === null || !("token" in account)) await signedOut(call, token);
    }
  };

  /** Returns undefined if FileMaker Server doesn't accept the host's own key. The agent then uses the user's account. */
  const ownToken = async (): Promise<string | undefined> => {
    const authorization = ownKey?.authorization();
    if (authorization === undefined) return undefined;
    const answer = await call("POST", "/user/auth", authorization, {});
    const token = z.string().safeParse(answer.response.token);
    if (!token.success && answer.code !== sessionsExhausted) ownKey?.refused();
    return token.data;
  };

  const tokenFor = async (account: Account): Promise<string> => {
    if (account === null)
      throw new Refused(
        "not-allowed",
        "FileMaker Server does not accept this host's key: run `latchkey-agent doctor` for details",
      );
    return "token" in account ? account.token : tokenOf(account);
  };

  const tokenOf = async ({ user, pass }: Extract<Account, { readonly user: string }>): Promise<string> => {
    const basic = `Basic ${Buffer.from(`${user}:${pass}`).toString("base64")}`;
    const answer = await call("POST", "/user/auth", basic, {});
    const token = z.string().safeParse(answer.response.token);
    if (!token.success) throw refusalOf(answer, "FileMaker Server rejected the agent's sign-in");
    return token.data;
  };

  const rowsBy = async (ask: Ask): Promise<readonly DatabaseRow[]> => {
    const answer = await ask("GET", "/databases");
    const rows = z.array(DatabaseRow).safeParse(answer.response.databases);
    if (!rows.success) throw refusalOf(answer, "FileMaker Server did not list its files");
    return rows.data;
  };

  /** Returns a pause that grows from call to call. */
  const pauses = () => {
    let nextMs = firstPauseMs;
    return async () => {
      await clock.sleep(nextMs, stopping);
      nextMs = Math.min(nextMs * 2, longestPauseMs);
    };
  };

  return (account): FileServer => ({
    files: () => signedIn(account, async (ask) => (await rowsBy(ask)).map(fileOf)),

    additionalFolders: () =>
      signedIn(account, async (ask) => {
        const answer = await ask("GET", "/server/currentfoldersettings");
        if (answer.code !== "0") throw refusalOf(answer, "FileMaker Server did not list its folders");
        return foldersIn(answer.response.additionalDatabaseFolder);
      }),

    containerFolders: () =>
      signedIn(account, async (ask) => {
        const { response } = await ask("GET", "/server/currentfoldersettings");
        return foldersIn(response.additionalRemoteContainerFolder);
      }),

    backupSchedules: () => signedIn(account, backupSchedules),
    runSchedule: (id) => signedIn(account, (ask) => runSchedule(ask, id)),

    backUpOnce: (backup, leaving) =>
      signedIn(account, (ask) => backUpOnce(ask, backup, { clock, leaving: AbortSignal.any([stopping, leaving]) })),

    close: (filenames, { force, message, waitMs: closingMs = waitMs, onClosed = () => undefined }) =>
      signedIn(account, async (ask) => {
        const wanted = new Set(filenames.map(normalizedDatabaseName));
        let left = filenames;
        const until = clock.now() + closingMs;
        const asked = new Set<string>();
        const pause = pauses();
        for (;;) {
          const open = (await rowsBy(ask)).filter((row) => isOneOf(wanted, row) && row.status !== "CLOSED");
          const stillOpen = new Set(open.map(({ filename }) => normalizedDatabaseName(filename)));
          for (const name of left) if (!stillOpen.has(normalizedDatabaseName(name))) onClosed(name);
          left = left.filter((name) => stillOpen.has(normalizedDatabaseName(name)));
          if (open.length === 0) return;
          for (const { id, status } of open) {
            if (asked.has(id) || (status !== "NORMAL" && status !== "PAUSED")) continue;
            const answer = await ask("PATCH", `/databases/${id}`, { status: "CLOSED", messageText: message, force });
            if (answer.code === "0") asked.add(id);
            else if (answer.code !== stateForbids) throw refusalOf(answer, "FileMaker Server did not close the file");
          }
          if (clock.now() >= until) {
            const names = open.map(({ filename }) => filename).join(", ");
            throw new Refused("in-use", `${names} did not close in time: a client may still be connected`);
          }
          await pause();
        }
      }),

    open: (files, onOpened = () => undefined) =>
      signedIn(account, async (ask) => {
        let left = files.map((file) => openingFile(file, { clock, waitMs }));
        const refusals: Refused[] = [];
        const pause = pauses();
        while (left.length > 0) {
          const rows = await rowsBy(ask);
          const states = await advanced(left, rows, ask);
          const opened = left.filter((_, index) => states[index] === "open");
          for (const { filename } of opened) onOpened(filename);
          refusals.push(...states.filter((state) => state instanceof Refused));
          left = left.filter((_, index) => states[index] === "waiting");
          // The server opens files one after another: the remaining ones were waiting for this one.
          if (opened.length > 0) for (const file of left) file.extend();
          if (left.length > 0) await pause();
        }
        const [refusal] = refusals;
        if (refusal !== undefined) throw refusal;
      }),

    runScript(script, leaving) {
      const until = leaving === undefined ? stopping : AbortSignal.any([stopping, leaving]);
      return signedIn(account, (ask) => runScript(ask, script, { clock, stopping: until }));
    },
    forgetScript: (name) => signedIn(account, (ask) => forgetScript(ask, name)),
  });
}

function foldersIn(value: unknown): readonly string[] {
  const folders = z.array(z.string()).catch([]).parse(value);
  return folders.map(pathOf).filter((folder) => folder !== "");
}

function fileOf({ filename, folder, status, isEncrypted }: DatabaseRow): ServerFile {
  return { filename, folder: pathOf(folder), isOpen: status !== "CLOSED", isEncrypted };
}

/** Converts a folder in FileMaker's notation to a path of this system, without a trailing slash. */
export function pathOf(folder: string): string {
  const [, system = "", rest = ""] = /^file(linux|mac|win)?:(.*)$/i.exec(folder) ?? ["", "", folder];
  const path = system.toLowerCase() === "win" ? rest.replace(/^\//, "") : rest;
  // On a Mac the volume's name comes first; the startup volume is the root.
  const native = system.toLowerCase() === "mac" ? join("/Volumes", path) : path;
  return native.length > 1 ? native.replace(/[\\/]+$/, "") : native;
}
