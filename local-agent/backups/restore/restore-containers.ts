import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { TaskEnd, TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { makeSharedFolder, processFolder } from "../../builds/build-folder.ts";
import { checkDiskSpace } from "../../disk/disk-space.ts";
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

/** Small files beside each other: each costs a call, and few bytes. */
const atOnce = 4;
/** One restore or undo at a time changes them. */
const containerFolders = "external container folders?";

/**
 * Brings what was kept of FileMaker Server's external container folder back: into it, or elsewhere. In it files stay that are there already
 * with the same size, and those that the backup does not know; one of another size is replaced, and kept for an undo.
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
      await withBackup(await storedContainers(fields, context, into), async (stored) => {
        if (stored.files.length === 0) throw nothingKept(number);
        await checkDiskSpace([{ folder: into, bytes: bytesOf(stored.files) }], floorBytes);
        await bringAll(stored, stored.files, context, (name) => join(into, `container${number}`, ...name.split("/")));
      });
    });
  },
};

/** Puts a container folder back as it was before a restore. */
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
    say("success", `The container folder is as it was before process ${process}: ${count} files were put back`);
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
      await makeSharedFolder(host, work);
      return withBackup(await storedContainers(fields, context, work), async (stored) => {
        if (stored.files.length === 0) throw nothingKept(number);
        const wanted = await changedIn(folder, stored, context);
        const bytes = bytesOf(wanted);
        // Each comes to the disk of the backups first, a few at a time.
        const staged = Math.max(0, ...wanted.map(({ sizeBytes }) => sizeBytes)) * atOnce;
        await checkDiskSpace(
          [
            { folder, bytes },
            { folder: work, bytes: Math.min(bytes, staged) },
          ],
          floorBytes,
        );
        rememberChanges(host, process, {
          folder,
          files: wanted.map(({ name, sizeBytes, isReplaced }) => ({ name, sizeBytes, isReplaced })),
        });
        await bringAll(
          stored,
          wanted,
          context,
          (_, index) => join(work, String(index)),
          async ({ name, isReplaced }, staging) => {
            const path = join(folder, ...name.split("/"));
            if (isReplaced) await moveTo(path, keptContainer(host, process, name));
            await moveTo(staging, path);
          },
        );
        return { brought: wanted.length, present: stored.files.length - wanted.length };
      });
    },
    async undo() {
      await putBackIfChanged(context);
      await rm(work, { recursive: true, force: true });
    },
  });
  await context.commit();
  await step({ name: "clear", perform: () => rm(work, { recursive: true, force: true }) });
  say("success", `container${number}: ${count.brought} files were brought back, ${count.present} were there`);
  return { state: "done", reason: null };
}

type Wanted = StoredBackup["files"][number] & { readonly isReplaced: boolean };

/** Which files have to be brought. An earlier life of the agent may have brought some: what it meant to is undone first. */
async function changedIn(folder: string, { files }: StoredBackup, context: TaskContext): Promise<readonly Wanted[]> {
  await putBackIfChanged(context);
  const wanted = await mapConcurrently(atOnce, files, async (file): Promise<readonly Wanted[]> => {
    const there = await found(join(folder, ...file.name.split("/")));
    if (there?.size === file.sizeBytes) return [];
    return [{ ...file, isReplaced: there !== undefined }];
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

/** Brings files each under a path, and does with each what is left to do. */
async function bringAll<File extends StoredBackup["files"][number]>(
  { bring }: StoredBackup,
  files: readonly File[],
  { progress }: TaskContext,
  pathOf: (name: string, index: number) => string,
  onFile: (file: File, path: string) => Promise<void> = async () => undefined,
): Promise<void> {
  let done = 0;
  progress({ done, total: bytesOf(files), unit: "bytes" });
  await mapConcurrently(atOnce, files, async (file, index) => {
    const path = pathOf(file.name, index);
    await mkdir(dirname(path), { recursive: true, mode: 0o775 });
    await bring(file, path, (bytes) => {
      done += bytes;
      progress({ done });
    });
    await onFile(file, path);
  });
}

function nothingKept(number: number): Refused {
  return new Refused("not-found", `nothing of the external container folder ${number} lies there`);
}

function bytesOf(files: readonly { readonly sizeBytes: number }[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
