import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { filesBelow } from "../disk/on-disk.ts";
import { Refused } from "../refused.ts";
import type { BackupEnd } from "../server/file-server.ts";
import type { TaskContext, ToolEnd } from "../tasks/task-context.ts";
import { serverNotation } from "./server-notation.ts";

/** FileMaker Server's copy of an open file. */
export interface LiveBackup {
  readonly path: string;
  /** Folder whose `RC_Data_FMS` contains the file's containers, if it has any. */
  readonly folder: string;
}

type Account = { readonly user: string; readonly pass: string } | { readonly token: string };

/** fmsadmin's exit code for "No applicable files for this operation", truncated to the range of exit codes. */
const noApplicableFiles = Number(fileMakerCodes.noApplicableFiles);
const exitCodes = new Set([noApplicableFiles, noApplicableFiles & 0xff]);

/** Maximum number of attempts for a file that another operation of the server holds. */
const maxTries = 3;
const pauseMs = 500;
/** Exit codes of refused accounts: another attempt could lock the account out. */
const refusedCodes = new Set(
  [fileMakerCodes.accountRefused, fileMakerCodes.insufficientPrivileges, fileMakerCodes.tooManyAttempts].map(Number),
);

function mayPass({ exitCode, timedOut }: ToolEnd): boolean {
  return !timedOut && exitCode !== null && exitCode !== 0 && !exitCodes.has(exitCode) && !refusedCodes.has(exitCode);
}

/** Copy to make. */
interface LiveRequest {
  readonly file: string;
  readonly server: Account;
  /** Folder for the copy, which is emptied first. */
  readonly into: string;
  /** True for a copy without records. */
  readonly isClone: boolean;
}

/**
 * Makes FileMaker Server itself copy an open file: it knows what is in its cache, and no client has to close the file. Uses a backup
 * schedule, which needs no password if the server knows this host's key. If the server refuses it, uses fmsadmin, which gets the account on
 * standard input. Returns undefined if the file is no longer open.
 */
export async function liveBackup(context: TaskContext, request: LiveRequest): Promise<LiveBackup | undefined> {
  const { file, into } = request;
  for (let tries = 1; ; tries += 1) {
    await rm(into, { recursive: true, force: true });
    await makeFolder(into, 0o775);
    const ended = await bySchedule(context, request);
    if (ended.end === "made") return copyIn(request);
    if (ended.end === "not-open") return undefined;
    if (ended.end === "timed-out") throw tooSlow(context, file);
    if (ended.end === "refused") return byFmsadmin(context, request, ended.reason);
    if (tries === maxTries)
      throw new Refused("in-use", `FileMaker Server did not copy ${file}: its backup ended with error ${ended.error}`);
    await pause(context, file, tries);
  }
}

async function bySchedule(context: TaskContext, { file, server, into, isClone }: LiveRequest): Promise<BackupEnd> {
  const { signal, backupMs: waitMs } = context;
  const place = createHash("sha256").update(into).digest("hex").slice(0, 8);
  const name = `Latchkey copy ${context.process} ${place}`;
  const target = await serverNotation(into);
  return context.servers(server).backUpOnce({ name, file, target, isClone, waitMs }, signal);
}

async function byFmsadmin(context: TaskContext, request: LiveRequest, reason: string): Promise<LiveBackup | undefined> {
  const { file, server, into, isClone } = request;
  if ("token" in server)
    throw new Refused(
      "not-allowed",
      `FileMaker Server did not create a backup schedule for ${file}: ${reason}. Without one it copies an open file only for an account or a key, not for a token`,
    );
  context.say("info", `FileMaker Server did not create a backup schedule for ${file}: ${reason}. Using fmsadmin`);
  const copy = async () => {
    await rm(into, { recursive: true, force: true });
    await makeFolder(into, 0o775);
    const target = ["-d", await serverNotation(into), "-k", "0", ...(isClone ? ["-n"] : [])];
    const input = `${server.user}\n${server.pass}\n`;
    return context.tool("fmsadmin", ["backup", "-y", ...target, file], { input, timeoutMs: context.backupMs });
  };
  let ended = await copy();
  for (let tries = 1; tries < maxTries && mayPass(ended); tries += 1) {
    await pause(context, file, tries);
    ended = await copy();
  }
  if (ended.timedOut) throw tooSlow(context, file);
  if (ended.exitCode !== null && exitCodes.has(ended.exitCode)) return undefined;
  if (ended.exitCode !== null && refusedCodes.has(ended.exitCode))
    throw new Refused("not-allowed", `fmsadmin did not copy ${file}: it rejected the account (${ended.exitCode})`);
  if (ended.exitCode !== 0)
    throw new Refused("in-use", `FileMaker Server did not copy ${file}: ${lastLine(ended.output)}`);
  return copyIn(request);
}

/** Returns the copy in its folder. A clone is found by its folder: its name contains a word in the server's language. */
async function copyIn({ file, into, isClone }: LiveRequest): Promise<LiveBackup> {
  const isOfClone = (way: string) => way.split("/").some((name) => name.startsWith("Cloned_by_FMS"));
  const isWanted = (way: string) =>
    isClone
      ? isOfClone(way) && /\.fmp12$/i.test(way)
      : !isOfClone(way) && normalizedDatabaseName(basename(way)) === normalizedDatabaseName(file);
  const [way, another] = (await filesBelow(into)).filter(isWanted);
  if (way === undefined || another !== undefined)
    throw new Refused("failed", `FileMaker Server's copy of ${file} not found`);
  const path = join(into, way);
  return { path, folder: dirname(path) };
}

function tooSlow(context: TaskContext, file: string): Refused {
  return new Refused("failed", `FileMaker Server did not copy ${file} within ${context.backupMs / 1000} seconds`);
}

async function pause(context: TaskContext, file: string, tries: number): Promise<void> {
  context.say("info", `FileMaker Server did not copy ${file}: retrying`);
  await context.clock.sleep(pauseMs * tries, context.signal);
}

function lastLine(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return lines.at(-1)?.trim().slice(0, 300) ?? "no output";
}
