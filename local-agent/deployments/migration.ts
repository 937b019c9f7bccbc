import { randomUUID } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { MigrationReport } from "#shared/agent/protocol/tasks/deployment-tasks.ts";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { makeFolder } from "../disk/make-folder.ts";
import { found } from "../disk/on-disk.ts";
import { syncFolder } from "../disk/sync-folder.ts";
import { Refused } from "../refused.ts";
import type { TaskContext, ToolEnd } from "../tasks/task-context.ts";

export type MigratedFile = Extract<TaskFields<"deployments.run">["files"][number], { readonly operation: "migrate" }>;

/** Input and output paths of a migration. */
interface MigrationPaths {
  /** The closed file with the data. */
  readonly data: string;
  readonly clone: string;
  readonly draft: string;
}

/**
 * Runs FMDataMigration, which writes the draft in a folder that nothing else writes to. `finish` prepares the draft for its place.
 * @throws Refused
 */
export async function migrateFile(
  file: MigratedFile,
  { data, clone, draft }: MigrationPaths,
  { tool, clock }: Pick<TaskContext, "tool" | "clock">,
  finish: (made: string) => Promise<void>,
): Promise<MigrationReport> {
  const folder = join(dirname(draft), randomUUID());
  await makeFolder(folder, 0o775);
  const made = join(folder, basename(draft));
  const name = basename(data);
  const bytes = (await found(data))?.size ?? 0;
  const startedAt = clock.now();
  const ended = await tool("FMDataMigration", toolArguments(file, { data, clone, draft: made }));
  if (ended.exitCode !== 0) throw new Refused("failed", failureOf(name, ended));
  if ((await found(made)) === undefined)
    throw new Refused("failed", `FMDataMigration reported success for ${name} but made no file`);
  const durationMs = Math.max(0, clock.now() - startedAt);
  await finish(made);
  await rename(made, draft);
  await syncFolder(dirname(draft));
  await rm(folder, { recursive: true });
  return { file: name, bytes, durationMs, ...countsIn(ended.output) };
}

/** Returns the tool's counts, and its messages about single tables and fields. */
export function countsIn(
  output: string,
): Pick<MigrationReport, "tablesNotMigrated" | "fieldsNotMigrated" | "notMigrated"> {
  const lines = output.split(/\r?\n/);
  const count = (what: string) => {
    const [, digits] = new RegExp(`^\\s*${what} not migrated: (\\d+)\\s*$`, "m").exec(output) ?? [];
    return digits === undefined ? null : Number(digits);
  };
  const isOfDetails = lines.some((line) => /^\s*(?:== Mapping fields in|-- \w+ mode)/.test(line));
  const missing = lines.filter((line) => /no target found/i.test(line)).map((line) => line.trim().slice(0, 500));
  return {
    tablesNotMigrated: count("Tables"),
    fieldsNotMigrated: count("Fields"),
    notMigrated: isOfDetails ? missing.slice(0, 50) : null,
  };
}

/** Returns the arguments. FMDataMigration only accepts accounts as arguments. */
function toolArguments(file: MigratedFile, { data, clone, draft }: MigrationPaths): readonly string[] {
  const { clone: model, dataSource, flags, locale } = file;
  return [
    ...["-src_path", data, "-src_account", dataSource.username, "-src_pwd", dataSource.password],
    ...(dataSource.encryptionKey === undefined ? [] : ["-src_key", dataSource.encryptionKey]),
    ...["-clone_path", clone, "-clone_account", model.username, "-clone_pwd", model.password],
    ...(model.encryptionKey === undefined ? [] : ["-clone_key", model.encryptionKey]),
    ...["-target_path", draft],
    ...(locale === undefined ? [] : ["-target_locale", locale]),
    "-force",
    ...new Set(["-v", ...flags]),
  ];
}

/** Returns the reason why a migration failed: the tool's last output, or that the system stopped the tool. */
function failureOf(file: string, { exitCode, output }: ToolEnd): string {
  const last = output
    .split("\n")
    .findLast((line) => line.trim() !== "")
    ?.trim();
  if (exitCode === null)
    return `the system stopped the migration of ${file}: the host may have too little memory, or the file is damaged`;
  return `the migration of ${file} failed with exit code ${exitCode}: ${last ?? "no output"}`;
}
