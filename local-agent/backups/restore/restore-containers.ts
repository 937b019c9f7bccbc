import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { TaskEnd, TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { makeSharedFolder, processFolder } from "../../builds/build-folder.ts";
import { checkDiskSpace } from "../../disk/disk-space.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import { found } from "../../disk/on-disk.ts";
import { mapConcurrently } from "../../downloads/map-concurrently.ts";
import { moveTo } from "../../operations/move.ts";
import { Refused } from "../../refused.ts";
import type { TaskContext, TaskKind } from "../../tasks/task-context.ts";
import { changesOf, forgetChanges, keptContainer, putBack, rememberChanges } from "./kept-containers.ts";
import { restoreTo } from "./restore-to.ts";
import { type StoredBackup, withBackup } from "./stored-backup.ts";
import { storedContainers } from "./stored-containers.ts";

type Fields = TaskFields<"backups.restore-containers">;

/** Maximum number of small files in transfer: each costs a call and few bytes. */
const atOnce = 4;
/** Lock for external container folders: only one restore or undo can run at a time. */
const containerFolders = "external container folders?";

/**
 * Restores an external container folder of FileMaker Server in place or elsewhere. In place, identical files and files that aren't in the
 * backup stay; different files are replaced, and kept for undo. Skips files that are corrupt in the backup.
 */
export const restoreContainers: TaskKind<"backups.restore-containers"> = {
  files: ({ to }) => {
    if (to.kind === "here") return [containerFolders];
    return [to.kind === "folder" ? `restored ${to.folder}?` : `download ${to.download}?`];
  },

  async run(fields, context) {
    const { to, number, floorBytes } = fields;
    if (to.kind === "here") return intoPlace(fields, context);
    return restoreTo(to, context, async (into) => {
      return withBackup(await storedContainers(fields, context, into), async (stored) => {
        if (stored.files.length === 0) throw nothingKept(number);
        await checkDiskSpace([{ folder: into, bytes: bytesOf(stored.files) }], floorBytes);
        const pathOf = (name: string) => join(into, `container${number}`, ...name.split("/"));
        return damageOf(await bringAll(stored, stored.files, context, pathOf));
      });
    });
  },
};

/** Restores a container folder to its state before a restore. */
export const undoContainers: TaskKind<"backups.undo-containers"> = {
  files: () => [containerFolders],

  async run({ process }, { host, step, commit, progress, say }) {
    progress({ phase: "putting back" });
    await step({
      name: "look",
      async perform() {
        await changesOf(host, process);
      },
    });
    const count = await step({ name: "put back", perform: async () => (await putBack(host, process)).files.length });
    await commit();
    await step({ name: "clear", perform: () => forgetChanges(host, process) });
    say("success", `The container folder is restored to its state before process ${process}: ${count} files`);
    return { state: "done", reason: null } satisfies TaskEnd;
  },
};

async function intoPlace(fields: Fields, context: TaskContext): Promise<TaskEnd> {
  const { server, number, floorBytes } = fields;
  const { host, step, progress, say, servers, process } = context;
  const work = processFolder(host, process);
  progress({ phase: "fetching" });
  const count = await step({
    name: "bring",
    async perform() {
      const folder = (await servers(server).containerFolders())[number - 1];
      if (folder === undefined || (await found(folder))?.isDirectory() !== true)
        throw new Refused("not-found", `FileMaker Server has no external container folder ${number}`);
      // Leftovers of an interrupted run may be other files.
      await rm(work, { recursive: true, force: true });
      await makeSharedFolder(host, work);
      return withBackup(await storedContainers(fields, context, work), async (stored) => {
        if (stored.files.length === 0) throw nothingKept(number);
        const wanted = await changedIn(folder, stored, context);
        const bytes = bytesOf(wanted);
        // Each file is first written to the disk of the backups, a few at a time.
        const staged = wanted.reduce((most, { sizeBytes }) => Math.max(most, sizeBytes), 0) * atOnce;
        await checkDiskSpace(
          [
            { folder, bytes },
            { folder: work, bytes: Math.min(bytes, staged) },
          ],
          floorBytes,
        );
        const changed = new Map(
          wanted.map(({ name, sizeBytes, isReplaced }) => [name, { name, sizeBytes, isReplaced }] as const),
        );
        const remember = () => rememberChanges(host, process, { folder, files: [...changed.values()] });
        remember();
        const damaged = await bringAll(
          stored,
          wanted,
          context,
          (_, index) => join(work, String(index)),
          async ({ name, sizeBytes, isReplaced }, staging) => {
            const path = join(folder, ...name.split("/"));
            if (isReplaced) await moveTo(path, keptContainer(host, process, name));
            await moveTo(staging, path);
            const modifiedAt = (await found(path))?.mtimeMs;
            changed.set(name, { name, sizeBytes, isReplaced, ...(modifiedAt !== undefined && { modifiedAt }) });
          },
        );
        for (const name of damaged) changed.delete(name);
        remember();
        return {
          brought: wanted.length - damaged.length,
          present: stored.files.length - wanted.length,
          damage: damageOf(damaged),
        };
      });
    },
    async undo() {
      await putBackIfChanged(context);
      await rm(work, { recursive: true, force: true });
    },
  });
  await context.commit();
  await step({ name: "clear", perform: () => rm(work, { recursive: true, force: true }) });
  say("success", `container${number}: ${count.brought} files restored, ${count.present} already existed`);
  return { state: count.damage === null ? "done" : "doneWithErrors", reason: count.damage };
}

type RestoredFile = StoredBackup["files"][number] & { readonly isReplaced: boolean };

/** Returns the files to fetch. First undoes the changes of an interrupted run. */
async function changedIn(folder: string, stored: StoredBackup, context: TaskContext): Promise<readonly RestoredFile[]> {
  const { files, isAt } = stored;
  await putBackIfChanged(context);
  let done = 0;
  context.progress({ done, total: files.length, unit: "files" });
  const wanted = await mapConcurrently(atOnce, files, async (file): Promise<readonly RestoredFile[]> => {
    context.signal.throwIfAborted();
    const path = join(folder, ...file.name.split("/"));
    const there = await found(path);
    const isSame = there?.isFile() === true && there.size === file.sizeBytes && (await isAt(file, path));
    done += 1;
    context.progress({ done });
    return isSame ? [] : [{ ...file, isReplaced: there !== undefined }];
  });
  return wanted.flat();
}

async function putBackIfChanged({ host, process }: TaskContext): Promise<void> {
  try {
    await putBack(host, process);
  } catch (thrown) {
    if (!(thrown instanceof Refused) || thrown.fault !== "not-found") throw thrown;
  }
  await forgetChanges(host, process);
}

/**
 * Fetches each file to a path, then calls `onFile`. Returns the files that are corrupt in the backup.
 * @throws Refused, also if all files are corrupt
 */
async function bringAll<File extends StoredBackup["files"][number]>(
  { bring }: StoredBackup,
  files: readonly File[],
  { progress, say, signal }: TaskContext,
  pathOf: (name: string, index: number) => string,
  onFile: (file: File, path: string) => Promise<void> = async () => undefined,
): Promise<readonly string[]> {
  let done = 0;
  const damaged: string[] = [];
  progress({ done, total: bytesOf(files), unit: "bytes" });
  await mapConcurrently(atOnce, files, async (file, index) => {
    const path = pathOf(file.name, index);
    await makeFolder(dirname(path), 0o775);
    try {
      await bring(file, path, (bytes) => {
        done += bytes;
        progress({ done });
      });
    } catch (thrown) {
      if (signal.aborted || !(thrown instanceof Refused) || thrown.fault !== "changed") throw thrown;
      say("error", `${file.name}: ${thrown.message}`);
      damaged.push(file.name);
      return;
    }
    await onFile(file, path);
  });
  const damage = damageOf(damaged);
  if (damage !== null && damaged.length === files.length) throw new Refused("changed", damage);
  return damaged;
}

/** Describes the skipped files. */
function damageOf([first, ...others]: readonly string[]): string | null {
  if (first === undefined) return null;
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return `${first}${more}: corrupt in the backup; skipped`;
}

function nothingKept(number: number): Refused {
  return new Refused("not-found", `the backup has no files of external container folder ${number}`);
}

function bytesOf(files: readonly { readonly sizeBytes: number }[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
