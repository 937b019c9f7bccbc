import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type RestoreTarget, restoresFolder } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { TaskEnd } from "#shared/agent/protocol/tasks/task.ts";
import { makeSharedFolder, processFolder } from "../../builds/build-folder.ts";
import { filesBelow, found } from "../../disk/on-disk.ts";
import { downloadFolder, finish, makeDownloadFolder } from "../../downloads/download-folder.ts";
import { writeZip } from "../../downloads/write-zip.ts";
import { moveTo } from "../../operations/move.ts";
import { Refused } from "../../refused.ts";
import type { TaskContext } from "../../tasks/task-context.ts";

type TargetOf<Kind extends string> = Extract<RestoreTarget, { readonly kind: Kind }>;

/**
 * Restores what `bring` fetches: into a folder that appears once it is complete, or into one zip for download. Returns a sentence about
 * corrupt files that were skipped, if any.
 */
export async function restoreTo(
  to: RestoreTarget,
  context: TaskContext,
  bring: (into: string) => Promise<string | null>,
): Promise<TaskEnd> {
  const { step, progress, host } = context;
  const work = processFolder(host, context.process);
  const into = join(work, "restored");
  progress({ phase: "fetching" });
  const damage = await step({
    name: "fetch",
    async perform() {
      if (to.kind === "folder") await refuseTaken(folderOf(to, context));
      await makeSharedFolder(host, into);
      return bring(into);
    },
    undo: () => rm(work, { recursive: true, force: true }),
  });
  progress({ phase: "packing", done: 0, total: null, unit: null });
  if (to.kind === "folder") await keep(to, into, context);
  else await pack(to, into, context);
  await context.commit();
  await step({ name: "clear", perform: () => rm(work, { recursive: true, force: true }) });
  return { state: damage === null ? "done" : "doneWithErrors", reason: damage };
}

function folderOf({ folder }: TargetOf<"folder">, { host }: Pick<TaskContext, "host">): string {
  return join(host.roots.backups, restoresFolder, folder);
}

/** @throws Refused */
async function refuseTaken(folder: string): Promise<void> {
  if ((await found(folder)) !== undefined) throw new Refused("exists", "a folder with this name already exists");
}

async function keep(to: TargetOf<"folder">, from: string, context: TaskContext): Promise<void> {
  const folder = folderOf(to, context);
  await context.step({
    name: "keep",
    async perform() {
      if ((await found(from)) !== undefined) await refuseTaken(folder);
      await moveTo(from, folder);
    },
  });
  context.say("success", `Restored to ${restoresFolder}/${to.folder} in the backup folder`);
}

async function pack({ download, name, keptUntil }: TargetOf<"download">, from: string, context: TaskContext) {
  const place = downloadFolder(context.host, download);
  await context.step({
    name: "pack",
    async perform() {
      await makeDownloadFolder(place, keptUntil);
      const entries = (await filesBelow(from)).map((file) => ({ path: join(from, ...file.split("/")), name: file }));
      const draft = join(place.work, "outcome");
      await writeZip(entries, draft, context.signal);
      await finish(draft, place.outcome(name));
      await rm(place.work, { recursive: true, force: true });
    },
    undo: () => rm(place.folder, { recursive: true, force: true }),
  });
  context.say("success", `${name} is ready to download`);
}
