import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { bareDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { filesBelow } from "../disk/on-disk.ts";
import { Refused } from "../refused.ts";
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

/**
 * Makes FileMaker Server itself copy an open file: it knows what is in its cache, and no client has to close the file. With `isClone`,
 * without records. Returns undefined if the file is no longer open. Passes the account on standard input.
 */
export async function liveBackup(
  context: TaskContext,
  {
    file,
    server,
    into,
    isClone,
  }: { readonly file: string; readonly server: Account; readonly into: string; readonly isClone: boolean },
): Promise<LiveBackup | undefined> {
  if ("token" in server)
    throw new Refused(
      "not-allowed",
      "FileMaker Server copies an open file only for an account or a key, not for a token",
    );
  const copy = async () => {
    await rm(into, { recursive: true, force: true });
    await makeFolder(into, 0o775);
    const target = ["-d", await serverNotation(into), "-k", "0", ...(isClone ? ["-n"] : [])];
    const input = `${server.user}\n${server.pass}\n`;
    return context.tool("fmsadmin", ["backup", "-y", ...target, file], { input, timeoutMs: context.backupMs });
  };
  let ended = await copy();
  for (let tries = 1; tries < maxTries && mayPass(ended); tries += 1) {
    context.say("info", `FileMaker Server did not copy ${file}: retrying`);
    await context.clock.sleep(pauseMs * tries, context.signal);
    ended = await copy();
  }
  if (ended.timedOut)
    throw new Refused("failed", `FileMaker Server did not copy ${file} within ${context.backupMs / 1000} seconds`);
  if (ended.exitCode !== null && exitCodes.has(ended.exitCode)) return undefined;
  if (ended.exitCode !== 0)
    throw new Refused("in-use", `FileMaker Server did not copy ${file}: ${lastLine(ended.output)}`);
  const wanted = normalizedDatabaseName(isClone ? `${bareDatabaseName(file)} Clone` : file);
  const paths = await filesBelow(into);
  const isOfClone = (way: string) => way.split("/").some((name) => name.startsWith("Cloned_by_FMS"));
  const way = paths.find((one) => isOfClone(one) === isClone && normalizedDatabaseName(basename(one)) === wanted);
  if (way === undefined) throw new Refused("failed", `FileMaker Server's copy of ${file} not found`);
  const path = join(into, way);
  return { path, folder: dirname(path) };
}

function lastLine(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return lines.at(-1)?.trim().slice(0, 300) ?? "no output";
}
