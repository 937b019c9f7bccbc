import * as z from "zod";
import { serverKeyName } from "#shared/agent/protocol/server-key-name.ts";
import type { Finding } from "../finding.ts";
import { type AdminAnswer, type AdminCall, signedIn, signedOut } from "../server/admin-calls.ts";
import { pkiAuthorization, readServerKey } from "../server/server-key.ts";

/** Answers of the Admin API that other checks use. Undefined: not known. */
export interface AdminFacts {
  readonly version: string | undefined;
  /** Folders of hosted files in the server's notation. */
  readonly fileFolders: readonly string[];
  readonly additionalFolders: readonly string[];
  readonly containerFolders: readonly string[];
  readonly backupPath: string | undefined;
  /** Folders of backup schedules. */
  readonly backupTargets: readonly string[];
}

export const noFacts: AdminFacts = {
  version: undefined,
  fileFolders: [],
  additionalFolders: [],
  containerFolders: [],
  backupPath: undefined,
  backupTargets: [],
};

interface Session {
  readonly id: string;
  readonly folder: string;
  readonly call: AdminCall;
  readonly now: number;
}

const logins = 10;
/** FileMaker's codes for "too many sessions" and "too many login attempts". */
const refusedLogins = new Set(["956", "214"]);
const knownStates = new Set(["NORMAL", "CLOSED", "OPENING", "CLOSING", "PAUSED", "VERIFYING"]);
const report = "Please report it to us, with the version of FileMaker Server: Latchkey may misread this server.";

/** Asks FileMaker Server for everything that tasks read, with the host's own key. Throws if the Admin API doesn't respond. */
export async function adminApiFindings(session: Session): Promise<{
  readonly findings: readonly Finding[];
  readonly facts: AdminFacts;
}> {
  const { id, folder: own, call, now } = session;
  const key = readServerKey(own);
  const authorization = key && pkiAuthorization(serverKeyName(id), key.current, now);
  const opened = authorization === undefined ? undefined : await signedIn(call, authorization);
  if (authorization === undefined || opened === undefined || "refusal" in opened) {
    const remedy = "Register this host's key first; the check of the key says how. Then run doctor again.";
    const text = "FileMaker Server's files, folders and schedules couldn't be read without the host's key.";
    return { findings: [{ check: "admin_api", state: "unknown", text, remedy }], facts: noFacts };
  }
  const get = (path: string) => call("GET", path, `Bearer ${opened.token}`);
  const [databases, schedules, folders, metadata, general] = await Promise.all([
    get("/databases"),
    get("/schedules"),
    get("/server/currentfoldersettings"),
    get("/server/metadata"),
    get("/server/config/general"),
  ]);
  const answers = { databases, schedules, folders, metadata, general };
  await signedOut(call, opened.token);
  return {
    findings: [
      ...Object.entries(answers).map(([name, answer]) => answered(name, answer)),
      ...unknownStates(answers.databases),
      await manySessions(session, authorization),
    ],
    facts: factsIn(answers),
  };
}

function answered(name: string, { code, text }: AdminAnswer): Finding {
  const check = `admin_api_${name}`;
  if (code === "0") return { check, state: "ok", text: `The Admin API answers for ${name}.` };
  if (name === "folders")
    return {
      check,
      state: "warning",
      text: `FileMaker Server doesn't list its folders: ${text} (${code}). Servers before version 22 don't.`,
      remedy: "Latchkey uses the folders of the hosted files. Put files into one of them before the agent works there.",
    };
  return { check, state: "failed", text: `The Admin API refuses ${name}: ${text} (${code}).`, remedy: report };
}

const Rows = z.array(z.looseObject({ filename: z.string(), folder: z.string(), status: z.string() }));

function unknownStates({ code, response }: AdminAnswer): readonly Finding[] {
  if (code !== "0") return [];
  const check = "admin_api_files";
  const rows = Rows.safeParse(response.databases);
  if (!rows.success) {
    const fields = rows.error.issues.map(({ path }) => String(path.at(-1))).join(", ");
    return [{ check, state: "failed", text: `The list of files lacks fields: ${fields}.`, remedy: report }];
  }
  const unknown = [...new Set(rows.data.map(({ status }) => status))].filter((status) => !knownStates.has(status));
  if (unknown.length === 0) return [{ check, state: "ok", text: `FileMaker Server hosts ${rows.data.length} files.` }];
  return [{ check, state: "warning", text: `Unknown states of files: ${unknown.join(", ")}.`, remedy: report }];
}

/** Signs in and out several times in a row, as tasks do. */
async function manySessions({ call }: Session, authorization: string): Promise<Finding> {
  const check = "admin_api_sessions";
  for (let number = 1; number <= logins; number += 1) {
    const opened = await signedIn(call, authorization);
    if ("token" in opened) {
      await signedOut(call, opened.token);
      continue;
    }
    const { code, text } = opened.refusal;
    const remedy = refusedLogins.has(code)
      ? "End unused sessions of the Admin Console and of other programs, and run fewer tasks at a time."
      : report;
    return { check, state: "warning", text: `Sign-in ${number} of ${logins} was refused: ${text} (${code}).`, remedy };
  }
  return { check, state: "ok", text: `${logins} sign-ins in a row work.` };
}

const Texts = z.array(z.string()).catch([]);
const Folders = z.object({
  additionalDatabaseFolder: Texts,
  additionalRemoteContainerFolder: Texts,
  backupPath: z.string().optional().catch(undefined),
});
const Schedules = z
  .array(z.looseObject({ backupType: z.looseObject({ backupTarget: z.string().catch("") }).optional() }))
  .catch([]);
const Version = z
  .record(z.string(), z.unknown())
  .transform((metadata) => String(metadata.ServerVersion ?? metadata.serverVersion ?? ""));

function factsIn(
  answers: Readonly<Record<"databases" | "schedules" | "folders" | "metadata", AdminAnswer>>,
): AdminFacts {
  const folders = Folders.parse(answers.folders.response);
  const rows = Rows.safeParse(answers.databases.response.databases);
  return {
    version: /\d+(?:\.\d+)+/.exec(Version.parse(answers.metadata.response))?.[0],
    fileFolders: rows.success ? rows.data.map(({ folder }) => folder) : [],
    additionalFolders: folders.additionalDatabaseFolder,
    containerFolders: folders.additionalRemoteContainerFolder,
    backupPath: folders.backupPath,
    backupTargets: Schedules.parse(answers.schedules.response.schedules).map(
      ({ backupType }) => backupType?.backupTarget ?? "",
    ),
  };
}
