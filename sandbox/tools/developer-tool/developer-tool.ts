import { ToolError } from "../process/open-file.ts";
import type { ToolRun } from "../process/run-tool.ts";
import { readSingleDash } from "../process/single-dash.ts";
import { TOOL_VERSION } from "../process/tool-version.ts";
import { copySubcommands } from "./copies.ts";
import { encryptionSubcommands } from "./encryption.ts";
import { renameFiles } from "./rename-files.ts";
import { repairSubcommands } from "./repair.ts";
import { saveAsXmlSubcommand } from "./save-as-xml.ts";
import { sizeSubcommands } from "./sizes.ts";
import type { Subcommand } from "./subcommand.ts";
import { uploadDatabases } from "./upload-databases.ts";

const SUBCOMMANDS: ReadonlyMap<string, Subcommand> = new Map(
  Object.entries({
    ...copySubcommands,
    ...encryptionSubcommands,
    ...repairSubcommands,
    ...saveAsXmlSubcommand,
    ...sizeSubcommands,
    "--uploaddatabases": uploadDatabases,
    "--renamefiles": renameFiles,
  }),
);

/** Runs FMDeveloperTool, whose subcommands work on closed files. */
export async function developerTool({ arguments: given, server }: ToolRun): Promise<number> {
  const [name = "--help", ...rest] = given;
  if (name === "--version") {
    process.stdout.write(`${TOOL_VERSION}\n`);
    return 0;
  }
  if (name === "--help") {
    process.stdout.write(`Usage: FMDeveloperTool --<subcommand> <file> [user] [password] [options]\n`);
    process.stdout.write(`${[...SUBCOMMANDS.keys(), "--help", "--version"].join("\n")}\n`);
    return 0;
  }
  try {
    const subcommand = SUBCOMMANDS.get(name.toLowerCase());
    if (subcommand === undefined) throw new ToolError(3, `Unknown subcommand ${name}`);
    const line = readSingleDash(rest, {
      values: [...subcommand.values, "target_filename", "encryption_key"],
      flags: [...subcommand.flags, "v", "force"],
      short: { t: "target_filename", e: "encryption_key", f: "force", ...subcommand.short },
    });
    if (line.wrong !== undefined) throw new ToolError(10001, `Invalid option ${line.wrong}`);
    const writeLine = (text: string): void => {
      process.stdout.write(`${text}\n`);
    };
    await subcommand.run({ server, line, writeLine, detail: line.flags.has("v") ? writeLine : () => undefined });
    return 0;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    process.stderr.write(`Error ${error.code}: ${error.message}\n`);
    return error.code;
  }
}
