import { writeFileSync } from "node:fs";
import { writeFileOf } from "../../fmserver/disk/hosted-file.ts";
import type { Database } from "../../fmserver/world/schema/database-schema.ts";
import { checkTarget, openFile, ToolError } from "../process/open-file.ts";
import type { MigrationFault, ToolRun } from "../process/run-tool.ts";
import { readSingleDash, type SingleDash } from "../process/single-dash.ts";
import { TOOL_VERSION } from "../process/tool-version.ts";
import { migrated } from "./migrated.ts";
import { summary } from "./summary.ts";

const OPTIONS = {
  values: [
    "src_path",
    "src_account",
    "src_pwd",
    "src_key",
    "clone_path",
    "clone_account",
    "clone_pwd",
    "clone_key",
    "target_path",
    "target_locale",
  ],
  flags: [
    "force",
    "v",
    "q",
    "ignore_valuelists",
    "ignore_accounts",
    "ignore_fonts",
    "reevaluate",
    "rebuildindexes",
    "version",
  ],
};

/** Runs FMDataMigration, which writes a new file with the data of one file and the structure of another. */
export async function dataMigration({ arguments: given, server, migration }: ToolRun): Promise<number> {
  const line = readSingleDash(given, OPTIONS);
  const { values, flags } = line;
  if (flags.has("version")) {
    process.stdout.write(`${TOOL_VERSION}\n`);
    return 0;
  }
  if (given.length === 0) {
    process.stdout.write(`FMDataMigration ${TOOL_VERSION} (06-27-2025)\n`);
    return 1;
  }
  const writeLine = (text: string): void => {
    if (!flags.has("q")) process.stdout.write(`${text}\n`);
  };
  try {
    if (line.wrong !== undefined || values.src_path === undefined || values.clone_path === undefined) {
      throw new ToolError(10001, `Invalid parameter: ${line.wrong ?? "-src_path and -clone_path are needed"}`);
    }
    const source = await openFile(server, values.src_path, opener(line, "src"));
    const clone = await openFile(server, values.clone_path, opener(line, "clone"));
    if (clone.definition.tables.some(({ records }) => records.length > 0)) {
      throw new ToolError(10001, "The clone holds records");
    }
    const target = values.target_path ?? values.src_path.replace(/(\.fmp12)?$/i, " migrated$1");
    await checkTarget(server, target, flags.has("force"));
    const started = new Date();
    const { definition, counts, steps } = migrated(source.definition, clone.definition, {
      ignoreAccounts: flags.has("ignore_accounts"),
      ignoreValueLists: flags.has("ignore_valuelists"),
    });
    writeLine(`Start: ${asctime(started)}`);
    if (migration !== undefined) abortMigration(target, migration, flags.has("v") ? steps : [], writeLine);
    write(target, { ...definition, sizeBytes: Math.max(source.sizeBytes, clone.sizeBytes) });
    if (flags.has("v")) for (const step of steps) writeLine(step);
    for (const text of summary(counts)) writeLine(text);
    writeLine(`End: ${asctime(new Date())}`);
    return 0;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    // The tool writes errors to standard output, too.
    process.stdout.write(`Error: (${error.code}): ${error.message}\n`);
    return 1;
  }
}

/** Leaves an incomplete file, like a tool that fails. @throws ToolError, unless the process is killed */
function abortMigration(
  target: string,
  fault: MigrationFault,
  steps: readonly string[],
  writeLine: (text: string) => void,
): void {
  writeFileSync(target, "half a file");
  const isAtTable = (step: string) => typeof fault === "object" && step.includes(`source table "${fault.table}"`);
  const end = steps.findIndex(isAtTable);
  for (const step of end < 0 ? steps : steps.slice(0, end + 1)) writeLine(step);
  if (fault === "killed") process.kill(process.pid, "SIGKILL");
  if (fault === "full-disk") throw new ToolError(800, "Unable to create file on disk");
  throw new ToolError(101, "Record is missing");
}

/** @throws ToolError if the disk is full */
function write(target: string, definition: Database): void {
  try {
    writeFileOf(target, definition);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    throw new ToolError(800, "Unable to create file on disk");
  }
}

function opener({ values }: SingleDash, side: "src" | "clone") {
  return {
    account: values[`${side}_account`] ?? "Admin",
    password: values[`${side}_pwd`] ?? "",
    key: values[`${side}_key`] ?? "",
    privilege: "fmmigration",
  };
}

/** Returns a date in C's format, in the machine's local time and without its zone. */
function asctime(date: Date): string {
  const [day, month, number, year] = date.toDateString().split(" ");
  return `${day} ${month} ${String(Number(number)).padStart(2)} ${date.toTimeString().slice(0, 8)} ${year}`;
}
