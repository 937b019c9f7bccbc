import { chmod, chown, lstat, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { MigrationReport } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { containersOf } from "../disk/containers.ts";
import { filesBelow, found } from "../disk/on-disk.ts";
import { mapConcurrently } from "../downloads/map-concurrently.ts";
import { copyTo, moveTo } from "../operations/move.ts";
import { finishDraft, type Swap } from "../operations/swap.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import { type BroughtFile, broughtAs } from "./bring-files.ts";
import type { FilePlan } from "./deployment-plan.ts";
import { type MigratedFile, migrateFile } from "./migration.ts";

type Fields = TaskFields<"deployments.run">;

interface DraftOptions {
  readonly withContainers: boolean;
  /** True if nothing else in the deployment uses this file, so that it can be moved. */
  readonly isOnlyUse: boolean;
}

/**
 * Moves a fetched file to where a rename can replace its target, with its external containers if they are included. Returns true if they
 * were. Can be repeated after an interruption.
 */
export async function makeDraft(
  from: string,
  { draft, target }: FilePlan,
  { withContainers, isOnlyUse }: DraftOptions,
): Promise<boolean> {
  const brought = await found(from);
  if (brought !== undefined) await rm(dirname(draft), { recursive: true, force: true });
  // Instant on one disk. Files created by FileMaker Server's own account can't change their mode.
  const isMoved = brought === undefined || (isOnlyUse && brought.uid === process.getuid?.());
  const put = isMoved ? moveTo : copyTo;
  await put(from, draft);
  await finish(draft, target);
  if (!withContainers) return false;
  if ((await found(containersOf(from))) !== undefined) await put(containersOf(from), containersOf(draft));
  if ((await found(containersOf(draft))) === undefined) return false;
  await finishFolder(containersOf(draft), dirname(target));
  return true;
}

/** Returns the same swap for the file's external containers. */
export function containerSwap({ draft, target, kept }: Swap): Swap {
  return { draft: containersOf(draft), target: containersOf(target), kept: containersOf(kept) };
}

interface PlannedMigration {
  readonly file: MigratedFile;
  readonly plan: FilePlan;
}

/** Runs all migrations, the largest first, with the requested concurrency. Keeps results of an interrupted run. */
export async function migrateAll(
  fields: Fields,
  plans: readonly FilePlan[],
  brought: readonly BroughtFile[],
  context: TaskContext,
): Promise<readonly MigrationReport[]> {
  return inTurns(fields, migrationsOf(fields, plans), context, async ({ file, plan }) => {
    if ((await found(plan.draft)) !== undefined) return undefined;
    const paths = { data: dataOf(plan), clone: broughtAs(brought, file.clone.file), draft: plan.draft };
    return migrateFile(file, paths, context, (made) => finish(made, plan.target));
  });
}

/** Returns the migrations of a deployment with their paths. */
export function migrationsOf({ files }: Fields, plans: readonly FilePlan[]): readonly PlannedMigration[] {
  return files.flatMap((file, index) => {
    const plan = plans[index];
    return file.operation === "migrate" && plan !== undefined ? [{ file, plan }] : [];
  });
}

/** Runs migrations, the largest first. Returns the reports of those that ran now. */
export async function inTurns(
  { concurrency }: Fields,
  migrations: readonly PlannedMigration[],
  context: TaskContext,
  make: (migration: PlannedMigration) => Promise<MigrationReport | undefined>,
): Promise<readonly MigrationReport[]> {
  const sized = await Promise.all(
    migrations.map(async (one) => ({ ...one, bytes: (await found(dataOf(one.plan)))?.size ?? 0 })),
  );
  sized.sort((one, other) => other.bytes - one.bytes);
  let done = 0;
  context.progress({ phase: "migrating", done, total: sized.length, unit: "files" });
  const reports = await mapConcurrently(concurrency, sized, async (one) => {
    const report = await make(one);
    done += 1;
    context.progress({ done });
    if (report !== undefined) sayReport(report, context);
    return report;
  });
  return reports.flatMap((report) => report ?? []);
}

function sayReport({ file, tablesNotMigrated, fieldsNotMigrated, notMigrated }: MigrationReport, context: TaskContext) {
  context.say("info", `Migrated the data of ${file}`);
  const left = [counted(tablesNotMigrated, "table"), counted(fieldsNotMigrated, "field")].filter((text) => text !== "");
  if (left.length > 0) context.say("info", `${file}: ${left.join(" and ")} of the data don't exist in the new file`);
  for (const line of notMigrated ?? []) context.say("info", `${file}: ${line}`);
}

function counted(count: number | null, noun: string): string {
  return count === null || count === 0 ? "" : `${count} ${count === 1 ? noun : `${noun}s`}`;
}

/** Returns the path of the data to migrate. */
export function dataOf({ dataSource, target }: FilePlan): string {
  return dataSource?.path ?? target;
}

/** Makes a draft durable, with the permissions of the file that it replaces, or those that FileMaker Server needs for a new file. */
async function finish(draft: string, target: string): Promise<void> {
  if ((await found(target)) !== undefined) return finishDraft(draft, target);
  await giveTo(draft, await nearestFolder(dirname(target)), 0o664);
  const handle = await open(draft, "r+");
  await handle.sync().finally(() => handle.close());
}

/** Gives a folder and its contents the permissions that FileMaker Server needs. Its contents are already synced to disk. */
async function finishFolder(folder: string, target: string): Promise<void> {
  const model = await nearestFolder(target);
  const files = await filesBelow(folder);
  const folders = new Set(files.flatMap((file) => parentsOf(file)));
  for (const path of ["", ...folders]) await giveTo(join(folder, path), model, 0o775);
  for (const path of files) await giveTo(join(folder, path), model, 0o664);
}

function parentsOf(path: string): readonly string[] {
  const names = path.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

async function giveTo(path: string, model: string, mode: number): Promise<void> {
  await chmod(path, mode);
  const { uid, gid } = await lstat(model);
  await chown(path, uid, gid).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== "EPERM") throw thrown;
  });
}

/** Returns the folder, or its nearest existing parent. */
async function nearestFolder(folder: string): Promise<string> {
  return (await found(folder)) !== undefined || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}
