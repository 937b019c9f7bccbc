import { join } from "node:path";
import * as z from "zod";
import { foldedDatabaseName } from "#shared/contract/values/database-name.ts";
import type { Clock } from "../clock.ts";
import { Refused } from "../refused.ts";
import type { FileServer, FileServers, ServerFile } from "./file-server.ts";
import type { OwnKey } from "./own-key.ts";
import { forgetScript, runScript } from "./run-script.ts";

interface AdminApiOptions {
  /** Where the Admin API listens on this host: `http://127.0.0.1:16001`. */
  readonly origin: string;
  readonly clock: Clock;
  /** How long a file may take to open or to close. Milliseconds. */
  readonly waitMs: number;
  /** Aborted when the agent stops. */
  readonly stopping: AbortSignal;
  /** This host's own key there, which is asked before an account. */
  readonly ownKey?: Pick<OwnKey, "authorization" | "refused"> | undefined;
}

type Account = Parameters<FileServers>[0];
type Row = z.infer<typeof DatabaseRow>;

const base = "/fmi/admin/api/v2";
const callMs = 10_000;
/** Between two looks at a file on its way: short at first, for those that are quick. */
const firstPauseMs = 50;
const longestPauseMs = 1_000;
/** The server's word for "not in this state", which a file that was just replaced gets for a while. */
const stateForbids = "1709";
const sessionsExhausted = "956";

/** FileMaker Server by its Admin API. Keys of encrypted files travel in bodies, which fmsadmin could take as arguments only. */
export function adminApiFiles({ origin, clock, waitMs, stopping, ownKey }: AdminApiOptions): FileServers {
  const call = async (method: string, path: string, authorization: string, body?: unknown): Promise<Answer> => {
    try {
      const answer = await fetch(origin + base + path, {
        method,
        headers: { Authorization: authorization, "Content-Type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        redirect: "error",
        signal: AbortSignal.any([stopping, AbortSignal.timeout(callMs)]),
      });
      return Answer.parse(await answer.json());
    } catch (cause) {
      throw new Refused("failed", "FileMaker Server's Admin API does not answer", { cause });
    }
  };

  /** In a session of its own: the server has only a handful, so none is kept. */
  const signedIn = async <T>(account: Account, use: (ask: Ask) => Promise<T>): Promise<T> => {
    const own = await ownToken();
    const token = own ?? ("token" in account ? account.token : await tokenOf(account));
    const ask: Ask = (method, path, body) => call(method, path, `Bearer ${token}`, body);
    try {
      return await use(ask);
    } finally {
      // One that cannot be ended ends by itself after a quarter of an hour.
      if (own !== undefined || !("token" in account)) await ask("DELETE", `/user/auth/${token}`).catch(() => undefined);
    }
  };

  /** Undefined where the server does not know the key: then the user's account is used. */
  const ownToken = async (): Promise<string | undefined> => {
    const authorization = ownKey?.authorization();
    if (authorization === undefined) return undefined;
    const answer = await call("POST", "/user/auth", authorization, {});
    const token = z.string().safeParse(answer.response.token);
    if (!token.success && answer.code !== sessionsExhausted) ownKey?.refused();
    return token.data;
  };

  const tokenOf = async ({ user, pass }: Extract<Account, { readonly user: string }>): Promise<string> => {
    const basic = `Basic ${Buffer.from(`${user}:${pass}`).toString("base64")}`;
    const answer = await call("POST", "/user/auth", basic, {});
    const token = z.string().safeParse(answer.response.token);
    if (!token.success) throw refusalOf(answer, "FileMaker Server does not let the agent in");
    return token.data;
  };

  const rowsBy = async (ask: Ask): Promise<readonly Row[]> => {
    const answer = await ask("GET", "/databases");
    const rows = z.array(DatabaseRow).safeParse(answer.response.databases);
    if (!rows.success) throw refusalOf(answer, "FileMaker Server does not list its files");
    return rows.data;
  };

  /** A pause that grows from call to call. */
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
        const { response } = await ask("GET", "/server/currentfoldersettings");
        const folders = z.array(z.string()).catch([]).parse(response.additionalDatabaseFolder);
        return folders.map(pathOf).filter((folder) => folder !== "");
      }),

    close: (filenames, { force, message, waitMs: closingMs = waitMs }) =>
      signedIn(account, async (ask) => {
        const wanted = new Set(filenames.map(foldedDatabaseName));
        const until = clock.now() + closingMs;
        const asked = new Set<string>();
        const pause = pauses();
        for (;;) {
          const open = (await rowsBy(ask)).filter((row) => isOneOf(wanted, row) && row.status !== "CLOSED");
          if (open.length === 0) return;
          for (const { id, status } of open) {
            if (asked.has(id) || (status !== "NORMAL" && status !== "PAUSED")) continue;
            const answer = await ask("PATCH", `/databases/${id}`, { status: "CLOSED", messageText: message, force });
            if (answer.code === "0") asked.add(id);
            else if (answer.code !== stateForbids) throw refusalOf(answer, "FileMaker Server does not close the file");
          }
          if (clock.now() >= until) {
            const names = open.map(({ filename }) => filename).join(", ");
            throw new Refused("in-use", `${names} did not close in time: a client may still be connected to it`);
          }
          await pause();
        }
      }),

    open: (filename, encryptionKey = "") =>
      signedIn(account, async (ask) => {
        const wanted = new Set([foldedDatabaseName(filename)]);
        let until = clock.now() + waitMs;
        // Where the key is not the file's, the server may have kept the right one.
        const keys = encryptionKey === "" ? [""] : [encryptionKey, ""];
        let isAsked = false;
        const pause = pauses();
        for (;;) {
          const row = (await rowsBy(ask)).find((one) => isOneOf(wanted, one));
          if (row?.status === "NORMAL" || row?.status === "PAUSED") return;
          if (row === undefined && clock.now() >= until) throw new Refused("not-found", `${filename} is not hosted`);
          if (row?.status === "CLOSED") {
            if (isAsked) keys.shift();
            const [key] = keys;
            if (key === undefined)
              throw new Refused(
                "failed",
                `${filename} does not open: it is damaged, it is encrypted with another key, or its disk is full`,
              );
            const answer = await ask("PATCH", `/databases/${row.id}`, { status: "OPENED", key });
            isAsked = answer.code === "0";
            if (isAsked) until = clock.now() + waitMs;
            else if (answer.code !== stateForbids)
              throw refusalOf(answer, `FileMaker Server does not open ${filename}`);
          }
          // One that is still closing was asked to by us, and has its time of grace.
          const graceMs = row?.status === "CLOSING" ? graceOfClosingMs : 0;
          if (clock.now() >= until + graceMs) throw new Refused("failed", `${filename} did not open in time`);
          await pause();
        }
      }),

    runScript: (script) => signedIn(account, (ask) => runScript(ask, script, { clock, stopping })),
    forgetScript: (name) => signedIn(account, (ask) => forgetScript(ask, name)),
  });
}

/** How long people may be left in a file that closes. */
const graceOfClosingMs = 120_000;

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>;

const Answer = z
  .object({
    messages: z.tuple([z.object({ code: z.coerce.string(), text: z.string().catch("") })], z.unknown()),
    response: z.record(z.string(), z.unknown()).catch({}),
  })
  .transform(({ messages: [{ code, text }], response }) => ({ code, text, response }));
type Answer = z.infer<typeof Answer>;

const DatabaseRow = z.object({
  id: z.coerce.string(),
  filename: z.string(),
  folder: z.string().catch(""),
  status: z.string().catch(""),
});

function isOneOf(folded: ReadonlySet<string>, { filename }: Row): boolean {
  return folded.has(foldedDatabaseName(filename));
}

function fileOf({ filename, folder, status }: Row): ServerFile {
  return { filename, folder: pathOf(folder), isOpen: status !== "CLOSED" };
}

/** A folder in FileMaker's own notation as this system writes it, without a slash at the end. */
export function pathOf(folder: string): string {
  const [, system = "", rest = ""] = /^file(linux|mac|win)?:(.*)$/i.exec(folder) ?? ["", "", folder];
  const path = system.toLowerCase() === "win" ? rest.replace(/^\//, "") : rest;
  // On a Mac the volume's name comes first, and the one that the system is on is the root.
  const native = system.toLowerCase() === "mac" ? join("/Volumes", path) : path;
  return native.length > 1 ? native.replace(/[\\/]+$/, "") : native;
}

function refusalOf({ code, text }: Answer, sentence: string): Refused {
  return new Refused(code === stateForbids ? "in-use" : "failed", `${sentence}: ${text} (${code})`);
}
