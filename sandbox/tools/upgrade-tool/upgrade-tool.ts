import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { writeFileOf } from "../../fmserver/disk/hosted-file.ts";
import { checkTarget, type OpenFile, openFile, ToolError } from "../process/open-file.ts";
import type { ToolRun } from "../process/run-tool.ts";
import type { ServerConnection } from "../process/server-connection.ts";
import { readSingleDash, type SingleDash } from "../process/single-dash.ts";
import { TOOL_VERSION } from "../process/tool-version.ts";
import { applyPatch } from "./apply-patch.ts";
import { decryptedPatch, encryptedPatch } from "./patch-encryption.ts";
import { readPatch } from "./read-patch.ts";

const OPTIONS = {
  values: ["src_path", "src_key", "src_account", "src_pwd", "plugin_folder", "patch_path", "patch_key", "dest_path"],
  flags: ["force", "v", "q", "inplace"],
};

type WriteLine = (text: string) => void;
type Work = (line: SingleDash, server: ServerConnection, writeLine: WriteLine) => Promise<void>;

const SUBCOMMANDS: ReadonlyMap<string, Work> = new Map<string, Work>([
  ["--update", update],
  ["--validatepatch", validate],
  ["--encryptpatch", (line, server, writeLine) => crypted(line, server, writeLine, encryptedPatch)],
  ["--decryptpatch", (line, server, writeLine) => crypted(line, server, writeLine, decryptedPatch)],
  ["--generateguids", (line, server, writeLine) => generateGuids(line, server, writeLine, false)],
  ["--regenerateguids", (line, server, writeLine) => generateGuids(line, server, writeLine, true)],
  [
    "--generatedbfile",
    async () => {
      throw new ToolError(3, "Unavailable command: it came with version 26");
    },
  ],
]);

/** Runs FMUpgradeTool, which applies a patch to the schema of a file, and writes another file. */
export async function upgradeTool({ arguments: given, server }: ToolRun): Promise<number> {
  const [name = "--help", ...rest] = given;
  const writeLine: WriteLine = (text) => process.stdout.write(`${text}\n`);
  if (name === "--version") {
    writeLine(TOOL_VERSION);
    return 0;
  }
  if (name === "--help") {
    writeLine("Usage: FMUpgradeTool --<subcommand> [options]");
    writeLine([...SUBCOMMANDS.keys(), "--help", "--version"].join("\n"));
    return 0;
  }
  try {
    const work = SUBCOMMANDS.get(name.toLowerCase());
    const line = readSingleDash(rest, OPTIONS);
    if (work === undefined || line.wrong !== undefined)
      throw new ToolError(10001, `Invalid option ${line.wrong ?? name}`);
    await work(line, server, line.flags.has("q") ? () => undefined : writeLine);
    return 0;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    process.stderr.write(`(${error.code}): ${error.message}\n`);
    return error.code;
  }
}

async function update(line: SingleDash, server: ServerConnection, writeLine: WriteLine): Promise<void> {
  const file = await sourceOf(line, server);
  const target = await targetOf(line, server, file);
  const patch = readPatch(readText(line, "patch_path", line.values.patch_key));
  const { definition, counts } = applyPatch(file.definition, patch);
  writeFileOf(target, { ...definition, sizeBytes: file.sizeBytes });
  const results = counts.map(({ catalogue, done }) => `${catalogue}: ${done}`);
  writeFileSync(join(dirname(target), "XMLDeserializeResults.log"), `${results.join("\n")}\n`);
  if (line.flags.has("v")) for (const result of results) writeLine(result);
  // Printed even if nothing was changed.
  writeLine("Patch applied.");
}

async function validate(line: SingleDash, server: ServerConnection, writeLine: WriteLine): Promise<void> {
  const file = await sourceOf(line, server);
  const patch = readPatch(readText(line, "patch_path", line.values.patch_key));
  const { counts } = applyPatch(file.definition, patch);
  const done = counts.reduce((sum, count) => sum + count.done, 0);
  if (done === 0 && patch.length > 0) throw new ToolError(10007, "Requested object does not exist");
  writeLine("Patch is valid.");
}

async function generateGuids(
  line: SingleDash,
  server: ServerConnection,
  writeLine: WriteLine,
  anew: boolean,
): Promise<void> {
  const file = await sourceOf(line, server);
  const target = await targetOf(line, server, file);
  const guids = anew ? { guidSeed: randomUUID() } : {};
  writeFileOf(target, { ...file.definition, ...guids, hasGuids: true, sizeBytes: file.sizeBytes });
  writeLine("GUIDs generated.");
}

async function crypted(
  line: SingleDash,
  server: ServerConnection,
  writeLine: WriteLine,
  change: (bytes: Buffer, key: string) => Buffer,
): Promise<void> {
  const target = needed(line, "dest_path");
  await checkTarget(server, target, line.flags.has("force"));
  writeFileSync(target, change(readBytes(line, "patch_path"), needed(line, "patch_key")));
  writeLine(`Saved: ${target}`);
}

/** Returns the target: the source itself with `-inplace`, otherwise the given path, otherwise a file next to it. */
async function targetOf(line: SingleDash, server: ServerConnection, file: OpenFile): Promise<string> {
  if (line.flags.has("inplace")) return file.path;
  const { dir, name, ext } = parse(file.path);
  const target = line.values.dest_path ?? join(dir, `${name} upgraded${ext}`);
  await checkTarget(server, target, line.flags.has("force"));
  return target;
}

function sourceOf(line: SingleDash, server: ServerConnection): Promise<OpenFile> {
  const { src_account: account = "Admin", src_pwd: password = "", src_key: key = "" } = line.values;
  return openFile(server, needed(line, "src_path"), { account, password, key, privilege: "fmupgrade" });
}

function readText(line: SingleDash, option: string, key: string | undefined): string {
  const bytes = readBytes(line, option);
  const plain = key === undefined ? bytes : decryptedPatch(bytes, key);
  const isWide = plain[0] === 0xff && plain[1] === 0xfe;
  return isWide ? plain.subarray(2).toString("utf16le") : plain.toString("utf8").replace(/^\uFEFF/, "");
}

function readBytes(line: SingleDash, option: string): Buffer {
  const path = needed(line, option);
  if (!existsSync(path)) throw new ToolError(100, "File is missing");
  return readFileSync(path);
}

function needed({ values }: SingleDash, option: string): string {
  const value = values[option];
  if (value === undefined || value === "") throw new ToolError(10001, `Invalid parameter: -${option} is needed`);
  return value;
}
