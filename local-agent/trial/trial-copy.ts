import { randomBytes } from "node:crypto";
import { chmod, copyFile, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { filesBelow } from "../disk/on-disk.ts";
import { syncFolder } from "../disk/sync-folder.ts";
import { checkWriteAccess } from "../disk/write-access.ts";
import { serverNotation } from "../downloads/server-notation.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import { adminApiFiles } from "../server/admin-api-files.ts";
import type { FileServer, ServerFile } from "../server/file-server.ts";
import { noteMade, trialPrefix } from "./made-things.ts";
import type { TrialServer } from "./remove-made.ts";

/** Copy of a hosted file under a name of its own, which is hosted and open. */
export interface TrialCopy {
  /** Name without extension. */
  readonly name: string;
  readonly path: string;
  /** Folder for further copies. */
  readonly folder: string;
  /** Milliseconds of each step. */
  readonly ms: Readonly<Record<"copy" | "place" | "open", number>>;
}

const copyMs = 600_000;
const openMs = 120_000;

/** Returns a name that no file, schedule and key has. */
export function trialName(): string {
  return trialPrefix + randomBytes(4).toString("hex");
}

/** Returns FileMaker Server as tasks use it, with this host's own key. */
export function trialFiles({ origin, pin, clock, key, call }: TrialServer): FileServer {
  const { signal } = new AbortController();
  return adminApiFiles({ origin, pin, clock, waitMs: openMs, stopping: signal, ownKey: key, call })(null);
}

/** Returns the hosted file with a name. @throws Refused if there is none, or it is encrypted */
export async function trialSource(file: string, server: FileServer): Promise<ServerFile> {
  const wanted = normalizedDatabaseName(file);
  const source = (await server.files()).find(({ filename }) => normalizedDatabaseName(filename) === wanted);
  if (source === undefined) throw new Refused("not-found", `${file} is not hosted`);
  if (source.isEncrypted) throw new Refused("failed", `${file} is encrypted: name a file that isn't`);
  return source;
}

/**
 * Copies a hosted file, hosts the copy next to it, and opens it. An open file is copied by FileMaker Server itself. Everything is written
 * down before it is made.
 * @throws Refused
 */
export async function makeTrialCopy(file: string, host: Host, trial: TrialServer): Promise<TrialCopy> {
  const { clock } = trial;
  const server = trialFiles(trial);
  const source = await trialSource(file, server);
  const name = trialName();
  const folder = join(host.roots.backups, name);
  const path = join(source.folder, `${name}.fmp12`);
  await checkWriteAccess([host.roots.backups, source.folder]);
  noteMade(trial.folder, [
    { kind: "folder", path: folder },
    { kind: "schedule", name },
    { kind: "file", name, path },
  ]);
  const startedAt = clock.now();
  await makeFolder(folder, 0o775);
  const from = source.isOpen
    ? await liveCopy(source.filename, { name, folder }, server)
    : join(source.folder, source.filename);
  const copiedAt = clock.now();
  // FileMaker Server doesn't look at a file with another extension, so it never sees half of one.
  await copyFile(from, `${path}.part`);
  await chmod(`${path}.part`, 0o664);
  await rename(`${path}.part`, path);
  await syncFolder(source.folder);
  const placedAt = clock.now();
  await server.open([{ filename: `${name}.fmp12`, key: undefined }]);
  const ms = { copy: copiedAt - startedAt, place: placedAt - copiedAt, open: clock.now() - placedAt };
  return { name, path, folder, ms };
}

/** Returns the path of FileMaker Server's copy of an open file. @throws Refused with its reason */
export async function liveCopy(
  file: string,
  { name, folder, isClone = false }: { readonly name: string; readonly folder: string; readonly isClone?: boolean },
  server: FileServer,
): Promise<string> {
  const target = await serverNotation(folder);
  const ended = await server.backUpOnce({ name, file, target, isClone, waitMs: copyMs }, new AbortController().signal);
  if (ended.end !== "made") {
    const reason = ended.end === "refused" ? ended.reason : ended.end === "failed" ? `error ${ended.error}` : ended.end;
    throw new Refused("failed", `FileMaker Server did not copy ${file} with a backup schedule: ${reason}`);
  }
  const isOfClone = (way: string) => way.split("/").some((part) => part.startsWith("Cloned_by_FMS"));
  const ways = (await filesBelow(folder)).filter((way) => isOfClone(way) === isClone && /\.fmp12$/i.test(way));
  const way = isClone ? ways[0] : ways.find((one) => basename(one).toLowerCase() === file.toLowerCase());
  if (way === undefined) throw new Refused("failed", `FileMaker Server's copy of ${file} not found`);
  return join(folder, way);
}
