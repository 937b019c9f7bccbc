import { randomUUID } from "node:crypto";
import { chmod, chown, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { found } from "../disk/on-disk.ts";
import { syncFolder } from "../disk/sync-folder.ts";
import { mapConcurrently } from "../downloads/map-concurrently.ts";
import { copyTo } from "../operations/move.ts";
import { finishDraft } from "../operations/swap.ts";
import { Refused } from "../refused.ts";
import type { TaskContext, ToolEnd } from "../tasks/task-context.ts";
import { type BroughtFile, broughtAs } from "./bring-files.ts";
import type { FilePlan } from "./deployment-plan.ts";

type Fields = TaskFields<"deployments.run">;
type Migration = Extract<Fields["files"][number], { readonly operation: "migrate" }>;

/** Copies a file to where it takes its target's place by a rename. */
export async function copyAsDraft(from: string, { draft, target }: FilePlan): Promise<void> {
  await rm(dirname(draft), { recursive: true, force: true });
  await copyTo(from, draft);
  await finish(draft, target);
}

/** Migrates all files that are to be, the largest first, as many at a time as was asked for. Those that are ready from an earlier run stay. */
export async function migrateAll(
  fields: Fields,
  plans: readonly FilePlan[],
  brought: readonly BroughtFile[],
  context: TaskContext,
): Promise<void> {
  const migrations = fields.files.flatMap((file, index) => {
    const plan = plans[index];
    return file.operation === "migrate" && plan !== undefined ? [{ file, plan }] : [];
  });
  const sized = await Promise.all(
    migrations.map(async (one) => ({ ...one, bytes: (await found(dataOf(one.plan)))?.size ?? 0 })),
  );
  sized.sort((one, other) => other.bytes - one.bytes);
  let done = 0;
  context.progress({ phase: "migrating", done, total: sized.length, unit: "files" });
  await mapConcurrently(fields.concurrency, sized, async ({ file, plan }) => {
    if ((await found(plan.draft)) === undefined)
      await migrate(file, plan, broughtAs(brought, file.clone.file), context);
    done += 1;
    context.progress({ done });
  });
}

/** Where the data is that is migrated. */
function dataOf({ dataSource, target }: FilePlan): string {
  return dataSource?.path ?? target;
}

/** Lets FMDataMigration write the draft, in a folder that nothing else writes to. */
async function migrate(file: Migration, plan: FilePlan, clone: string, context: TaskContext): Promise<void> {
  const folder = join(dirname(plan.draft), randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o775 });
  const made = join(folder, basename(plan.draft));
  const ended = await context.tool("FMDataMigration", toolArguments(file, { source: dataOf(plan), clone, made }));
  if (ended.exitCode !== 0) throw new Refused("failed", sentenceOf(basename(plan.target), ended));
  if ((await found(made)) === undefined)
    throw new Refused("failed", "FMDataMigration says that it is done, and made no file");
  await finish(made, plan.target);
  await rename(made, plan.draft);
  await syncFolder(dirname(plan.draft));
  await rm(folder, { recursive: true });
  context.say("info", `Migrated the data of ${basename(dataOf(plan))}`);
}

interface MigrationPaths {
  readonly source: string;
  readonly clone: string;
  readonly made: string;
}

/** FMDataMigration takes accounts as arguments only (R7.4). */
function toolArguments(
  { clone: model, dataSource: data, flags, locale }: Migration,
  { source, clone, made }: MigrationPaths,
): readonly string[] {
  return [
    ...["-src_path", source, "-src_account", data.username, "-src_pwd", data.password],
    ...(data.encryptionKey === undefined ? [] : ["-src_key", data.encryptionKey]),
    ...["-clone_path", clone, "-clone_account", model.username, "-clone_pwd", model.password],
    ...(model.encryptionKey === undefined ? [] : ["-clone_key", model.encryptionKey]),
    ...["-target_path", made],
    ...(locale === undefined ? [] : ["-target_locale", locale]),
    "-force",
    ...new Set(["-v", ...flags]),
  ];
}

/** How a migration has failed: in the tool's own last words, or by what has ended it. */
function sentenceOf(file: string, { exitCode, output }: ToolEnd): string {
  const last = output
    .split("\n")
    .findLast((line) => line.trim() !== "")
    ?.trim();
  if (exitCode === null)
    return `The migration of ${file} was ended by the system: the host may have too little memory for it, or the file is damaged`;
  return `The migration of ${file} failed with exit code ${exitCode}: ${last ?? "no word"}`;
}

/** As lasting and accessible as the file that it takes the place of, or as a new one has to be for FileMaker Server. */
async function finish(draft: string, target: string): Promise<void> {
  if ((await found(target)) !== undefined) return finishDraft(draft, target);
  await chmod(draft, 0o664);
  const { uid, gid } = await lstat(await nearestFolder(dirname(target)));
  await chown(draft, uid, gid).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code !== "EPERM") throw thrown;
  });
  const handle = await open(draft, "r+");
  await handle.sync().finally(() => handle.close());
}

/** A folder, or what is there of the way to it. */
async function nearestFolder(folder: string): Promise<string> {
  return (await found(folder)) !== undefined || dirname(folder) === folder ? folder : nearestFolder(dirname(folder));
}
