import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOutcome, buildLock } from "#shared/agent/protocol/tasks/build-tasks.ts";
import type { TaskEnd, TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { checkDiskSpace } from "../disk/disk-space.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { found, sizeOf } from "../disk/on-disk.ts";
import { syncFolder } from "../disk/sync-folder.ts";
import { type MadeFile, madeOf, type WantedFile } from "../downloads/one-file.ts";
import { type Advice, adviseAbout } from "../operations/advice.ts";
import { moveTo } from "../operations/move.ts";
import { beforeBuild, runScriptAround } from "../operations/run-script-around.ts";
import { Refused } from "../refused.ts";
import type { PlanContext, TaskContext, TaskKind } from "../tasks/task-context.ts";
import { buildFolder, makeSharedFolder, processFolder } from "./build-folder.ts";
import { writeBuild } from "./write-build.ts";

type Fields = TaskFields<"builds.make">;

/** Makes a build in its own folder, then moves it to the outbox as a whole. */
export const makeBuild: TaskKind<"builds.make"> = {
  files: ({ files }) => [buildLock, ...files.map(({ file }) => file)],

  plan: wantedFiles,

  ending(isPutBack) {
    if (isPutBack) return "No build was made. The hosted files were not changed.";
    return "The hosted files were not changed, but some temporary files couldn't be deleted. The log lists them.";
  },

  run: (fields, context) => make(fields, context).catch((thrown: unknown) => adviseAbout(thrown, advice)),
};

/** Remedies by fault, for the person who reads the build's result. */
const advice: Advice = {
  "no-space": "Free space on that disk, and rerun the build",
  "in-use": "Choose a time when no other task uses the file, and rerun the build",
  "not-found": "Check the names in the build and on this server, and rerun it",
  exists: "Choose another id, or replace the existing build with force",
  failed: "Fix the problem that the log describes, and rerun the build",
};

async function make(fields: Fields, context: TaskContext): Promise<TaskEnd> {
  const { step, progress, say, host } = context;
  const work = processFolder(host, context.process);
  const finished = buildFolder(host, "outbox", fields.build);
  const draft = join(work, "build");
  const replaced = join(work, "replaced");
  const count = { done: 0, total: fields.files.length, unit: "files" };

  progress({ phase: "starting" });
  const wanted = await step({ name: "look", perform: () => wantedFiles(fields, context) });
  const problem = await runScriptAround(beforeBuild, fields.before, context, context.servers(fields.server));

  const copyOf = async (index: number, file: WantedFile): Promise<MadeFile> => {
    const { isClone, ...account } = fields.files[index] as Fields["files"][number];
    const request = { server: fields.server, withInfo: false, kind: isClone ? "clone" : "copy" } as const;
    const into = join(work, String(index));
    return madeOf(context, { ...request, files: [account] }, file, { place: 0, into });
  };

  const copies = await step({
    name: "copy",
    async perform() {
      progress({ phase: "backing up", ...count });
      await rm(work, { recursive: true, force: true });
      await makeSharedFolder(host, work);
      const made: MadeFile[] = [];
      for (const [index, file] of wanted.entries()) {
        made.push(await copyOf(index, file));
        progress({ done: index + 1 });
        say("info", `${fields.files[index]?.isClone === true ? "Cloned" : "Copied"} ${file.filename}`);
      }
      return made;
    },
    undo: () => rm(work, { recursive: true, force: true }),
  });

  const outcome = await step({
    name: "zip",
    async perform(): Promise<BuildOutcome> {
      await rm(draft, { recursive: true, force: true });
      await makeFolder(draft, 0o775);
      const files = wanted.map(({ filename }, index) => ({ filename, ...(copies[index] as MadeFile) }));
      return writeBuild(context, fields, files, draft);
    },
  });

  progress({ phase: "moving files", done: 0, total: null, unit: null });
  await step({
    name: "put",
    async perform() {
      if ((await found(draft)) === undefined) return;
      if ((await found(finished)) !== undefined) {
        if (!fields.force) throw alreadyThere(fields.build);
        await moveTo(finished, replaced);
      }
      await moveTo(draft, finished);
    },
    async undo() {
      if ((await found(draft)) === undefined && (await found(finished)) !== undefined) await moveTo(finished, draft);
      await moveTo(replaced, finished);
    },
  });

  await context.commit();
  await step({
    name: "clear",
    async perform() {
      await rm(work, { recursive: true, force: true });
      await syncFolder(join(work, ".."));
    },
  });
  say("success", `The build ${fields.build} is ready`);
  const end =
    problem === undefined
      ? ({ state: "done", reason: null } as const)
      : ({ state: "doneWithErrors", reason: problem } as const);
  return { ...end, outcome: JSON.stringify(outcome) };
}

/** Returns the hosted files if there is enough space for the build. Changes nothing. @throws Refused */
async function wantedFiles(
  { server, build, files, force, isZipped, floorBytes }: Fields,
  { host, servers }: PlanContext,
): Promise<WantedFile[]> {
  if (!force && (await found(buildFolder(host, "outbox", build))) !== undefined) throw alreadyThere(build);
  const hosted = await servers(server).files();
  const wanted = files.map(({ file }) => {
    const row = hosted.find(({ filename }) => normalizedDatabaseName(filename) === normalizedDatabaseName(file));
    if (row === undefined) throw new Refused("not-found", `${file} is not hosted`);
    const { filename, folder, isOpen } = row;
    return { filename, folder, isOpen };
  });
  const sizes = await Promise.all(wanted.map(({ folder, filename }) => sizeOf(join(folder, filename))));
  const bytes = sizes.reduce((sum, size) => sum + size, 0) * (isZipped ? 2 : 1);
  await checkDiskSpace([{ folder: host.roots.backups, bytes }], floorBytes);
  return wanted;
}

function alreadyThere(build: string): Refused {
  return new Refused("exists", `a build with the id ${build} already exists`);
}
