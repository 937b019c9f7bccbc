import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { jsonIn } from "#shared/agent/protocol/frame.ts";
import { buildsFolder } from "#shared/agent/protocol/tasks/build-tasks.ts";
import type { Clock } from "../../clock.ts";
import { found } from "../../disk/on-disk.ts";
import { keepPrivately } from "../../disk/private-file.ts";
import type { Host } from "../../host.ts";
import { moveTo } from "../../operations/move.ts";
import { Refused } from "../../refused.ts";

/** Changes that a restore made to an external container folder. */
const Changes = z.object({
  folder: z.string(),
  /** Restored files by name below the folder. Replaced files are kept. */
  files: z.array(
    z.object({
      name: z.string(),
      sizeBytes: z.number(),
      isReplaced: z.boolean(),
      /** Time of the restored file by its folder's clock. Missing if not all files had been restored when this was written. */
      modifiedAt: z.number().optional(),
    }),
  ),
});
export type ContainerChanges = z.infer<typeof Changes>;

/** Retention of undo data in milliseconds. 30 days. */
const keptMs = 30 * 24 * 60 * 60_000;

const allFolder = (host: Host) => join(host.roots.backups, buildsFolder, "containers");
const folderOf = (host: Host, process: number) => join(allFolder(host), String(process));
const listPath = (host: Host, process: number) => join(folderOf(host, process), "files.json");

/** Returns the path where a replaced file is kept. */
export function keptContainer(host: Host, process: number, name: string): string {
  return join(folderOf(host, process), "files", ...name.split("/"));
}

/** Records changes before they are made, for undo. */
export function rememberChanges(host: Host, process: number, changes: ContainerChanges): void {
  keepPrivately(listPath(host, process), changes);
}

/** @throws Refused if a restore changed nothing or was undone, or the list is damaged */
export async function changesOf(host: Host, process: number): Promise<ContainerChanges> {
  const path = listPath(host, process);
  if ((await found(path)) === undefined)
    throw new Refused("not-found", `process ${process} replaced a container folder that is no longer stored`);
  const { data } = Changes.safeParse(jsonIn(await readFile(path, "utf8")));
  if (data === undefined) throw new Refused("failed", `${path} is damaged. Restore the files next to it manually.`);
  return data;
}

/** Undoes a restore: deletes restored files and moves replaced files back. Can be repeated after an interruption. */
export async function putBack(host: Host, process: number): Promise<ContainerChanges> {
  const changes = await changesOf(host, process);
  for (const { name, sizeBytes, isReplaced, modifiedAt } of changes.files) {
    const path = join(changes.folder, ...name.split("/"));
    const kept = keptContainer(host, process, name);
    const there = await found(path);
    // A file that has changed since was written by others: it stays.
    const isOurs = there?.size === sizeBytes && (modifiedAt ?? there.mtimeMs) === there.mtimeMs;
    if (isReplaced && (await found(kept)) === undefined) continue;
    if (isOurs) await rm(path, { force: true });
    if (isReplaced && (await found(path)) === undefined) await moveTo(kept, path);
  }
  return changes;
}

/** Deletes the undo data of a container folder. */
export async function forgetChanges(host: Host, process: number): Promise<void> {
  await rm(folderOf(host, process), { recursive: true, force: true });
}

/** Deletes expired undo data. Returns its processes. */
export async function sweepChanges(host: Host, { now }: Pick<Clock, "now">): Promise<readonly string[]> {
  if ((await found(allFolder(host))) === undefined) return [];
  const swept: string[] = [];
  for (const name of await readdir(allFolder(host))) {
    const list = await found(listPath(host, Number(name)));
    if (list === undefined || list.mtimeMs + keptMs > now()) continue;
    await forgetChanges(host, Number(name));
    swept.push(name);
  }
  return swept;
}
