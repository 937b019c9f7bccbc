import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { DeploymentOutcome } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import type { TaskEnd, TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { processFolder } from "../builds/build-folder.ts";
import { checkDiskSpace } from "../disk/disk-space.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { copyClosed } from "../downloads/closed-copy.ts";
import { liveBackup } from "../downloads/live-backup.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import { bringFiles, broughtAs } from "./bring-files.ts";
import { deploymentPlans, type FilePlan } from "./deployment-plan.ts";
import { dataOf, inTurns, migrationsOf } from "./make-drafts.ts";
import { type MigratedFile, migrateFile } from "./migration.ts";

type Fields = TaskFields<"deployments.run">;

/** Fetches and migrates like a deployment, on copies that FileMaker Server makes of open files. Closes and replaces nothing. */
export async function rehearse(fields: Fields, context: TaskContext): Promise<TaskEnd> {
  const { step, progress, host, say } = context;
  const work = processFolder(host, context.process);
  progress({ phase: "starting" });
  const plans = await step({ name: "look", perform: () => deploymentPlans(fields, context) });

  const brought = await step({
    name: "fetch",
    async perform() {
      progress({ phase: "fetching" });
      const found = await bringFiles(fields, context);
      for (const file of fields.files)
        if (file.operation !== "close")
          broughtAs(found.files, file.operation === "migrate" ? file.clone.file : file.source.file);
      return found;
    },
    undo: () => rm(work, { recursive: true, force: true }),
  });

  const migrations = await step({
    name: "migrate",
    perform: () =>
      inTurns(fields, migrationsOf(fields, plans), context, async ({ file, plan }) => {
        const folder = join(work, "rehearsal", String(plans.indexOf(plan)));
        await rm(folder, { recursive: true, force: true });
        await makeFolder(folder, 0o775);
        const data = await copyOf(file, plan, join(folder, "data"), { fields, context });
        const paths = {
          data,
          clone: broughtAs(brought.files, file.clone.file),
          draft: join(folder, basename(plan.target)),
        };
        const report = await migrateFile(file, paths, context, async () => undefined);
        await rm(folder, { recursive: true });
        return report;
      }),
  });

  await context.commit();
  await step({ name: "leave", perform: () => rm(work, { recursive: true, force: true }) });
  const outcome: DeploymentOutcome = {
    kept: [],
    leftClosed: [],
    closedMs: 0,
    migrations: [...migrations],
    configs: [],
  };
  say(
    "success",
    `Rehearsed ${fields.files.length} ${fields.files.length === 1 ? "file" : "files"}; no file was closed`,
  );
  return { state: "done", reason: null, outcome: JSON.stringify(outcome) };
}

interface Rehearsing {
  readonly fields: Fields;
  readonly context: TaskContext;
}

/** Returns a copy of the data, made without closing its file. */
async function copyOf(
  { dataSource: source }: MigratedFile,
  plan: FilePlan,
  into: string,
  { fields, context }: Rehearsing,
): Promise<string> {
  const path = dataOf(plan);
  const { isOpen, hostedAs } = plan.dataSource ?? plan;
  const bytes = plan.dataSource?.sizeBytes ?? plan.replacedBytes ?? 0;
  await checkDiskSpace([{ folder: context.host.roots.backups, bytes: 2 * bytes }], fields.floorBytes);
  const request = { file: hostedAs ?? source.file, server: fields.server, into: join(into, "backup"), isClone: false };
  const backup = isOpen ? await liveBackup(context, request) : undefined;
  if (backup !== undefined) return backup.path;
  await makeFolder(into, 0o775);
  const copy = join(into, basename(path));
  await copyClosed(path, copy);
  return copy;
}
