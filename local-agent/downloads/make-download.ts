import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { HostPath } from "#shared/agent/protocol/host-path.ts";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { bareDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { checkDiskSpace } from "../disk/disk-space.ts";
import { filesBelow, found, sizeOf } from "../disk/on-disk.ts";
import { copyTo } from "../operations/move.ts";
import { Refused } from "../refused.ts";
import type { TaskContext, TaskKind } from "../tasks/task-context.ts";
import { downloadFolder, finish, makeDownloadFolder } from "./download-folder.ts";
import { mapConcurrently } from "./map-concurrently.ts";
import { type MadeFile, madeOf, type WantedFile } from "./one-file.ts";
import { type FileToZip, writeZip } from "./write-zip.ts";

type Fields = TaskFields<"files.download">;

/** Makes a download of all requested files, or nothing. */
export const makeDownload: TaskKind<"files.download"> = {
  files: ({ files }) => files.map(({ file }) => file),

  async run(fields, context) {
    const { step, progress, say, host } = context;
    const count = { done: 0, total: fields.files.length, unit: "files" };
    const folder = downloadFolder(host, fields.download);

    progress({ phase: "looking", ...count });
    const wanted = await step({ name: "look", perform: () => wantedFiles(fields, context) });

    const made = await step({
      name: "copy",
      async perform() {
        progress({ phase: "copying", ...count });
        await makeDownloadFolder(folder, fields.keptUntil);
        let done = 0;
        return mapConcurrently(fields.concurrency, wanted, async (file, at) => {
          const one = await madeOf(context, fields, file, { place: at, into: join(folder.work, String(at)) });
          done += 1;
          progress({ done });
          say("info", `Made ${one.name}`);
          return one;
        });
      },
      undo: () => rm(folder.folder, { recursive: true, force: true }),
    });

    if (fields.toDocuments)
      await step({
        name: "keep",
        async perform() {
          for (const { path, name } of made) await copyTo(path, join(host.roots.documents, name));
        },
      });

    progress({ phase: "packing", ...count });
    await step({
      name: "pack",
      async perform() {
        const outcome = folder.outcome(fields.name);
        const draft = join(folder.work, "outcome");
        // Already done, and interrupted afterward.
        if ((await found(outcome)) === undefined) {
          const [only] = made;
          if (fields.isZipped) {
            await rm(draft, { force: true });
            const { entries, leftOut } = await entriesOf(made);
            for (const name of leftOut)
              say("error", `Skipped, because other systems can't represent its name: ${name}`);
            await writeZip(entries, draft, context.signal);
          } else if (only !== undefined && (await found(draft)) === undefined) await rename(only.path, draft);
          await finish(draft, outcome);
        }
        await rm(folder.work, { recursive: true, force: true });
      },
      undo: () => rm(folder.folder, { recursive: true, force: true }),
    });
    say("success", `${fields.name} is ready to download`);
    return { state: "done", reason: null };
  },
};

/** Returns the files as they are now, if there is enough space for the download. @throws Refused */
async function wantedFiles(
  { files, server, kind, isZipped, floorBytes }: Fields,
  context: TaskContext,
): Promise<WantedFile[]> {
  const hosted = await context.servers(server).files();
  const wanted = files.map(({ file }) => {
    const row = hosted.find(({ filename }) => normalizedDatabaseName(filename) === normalizedDatabaseName(file));
    if (row === undefined) throw new Refused("not-found", `${file} is not hosted`);
    const { filename, folder, isOpen } = row;
    return { filename, folder, isOpen };
  });
  const sizes = await Promise.all(wanted.map(({ folder, filename }) => sizeOf(join(folder, filename))));
  const bytes = sizes.reduce((sum, size) => sum + size, 0) * (kind === "copy" && isZipped ? 2 : 1);
  await checkDiskSpace([{ folder: context.host.roots.backups, bytes }], floorBytes);
  return wanted;
}

/**
 * Returns every file once under its own name, with its containers where the server looks for them. Leaves out names that an unpacking
 * program could treat as another path or reject.
 */
async function entriesOf(
  made: readonly MadeFile[],
): Promise<{ readonly entries: readonly FileToZip[]; readonly leftOut: readonly string[] }> {
  const entries: FileToZip[] = [];
  const leftOut: string[] = [];
  for (const { path, name, containers } of made) {
    entries.push({ path, name });
    if (containers === undefined || (await found(containers)) === undefined) continue;
    const folder = `RC_Data_FMS/${bareDatabaseName(name)}`;
    for (const relativePath of await filesBelow(containers)) {
      const inZip = `${folder}/${relativePath}`;
      if (HostPath.safeParse(inZip).success) entries.push({ path: join(containers, relativePath), name: inZip });
      else leftOut.push(inZip);
    }
  }
  return { entries, leftOut };
}
