import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FOLDERS } from "./server-folder.ts";

/** Creates the folders of a server on Linux, with its command-line tools and the files of an installation. */
export function makeFolders(folder: string): void {
  for (const subfolder of Object.values(FOLDERS)) mkdirSync(join(folder, subfolder), { recursive: true, mode: 0o775 });
  for (const [name, program] of Object.entries(TOOLS)) {
    const path = join(folder, FOLDERS.tools, name);
    writeFileSync(path, launcher(folder, program), { mode: 0o755 });
    chmodSync(path, 0o755);
  }
  writeIfMissing(join(folder, FOLDERS.scripts, "Sys_Default_PurgeTempDB.sh"), "#!/bin/sh\nexit 0\n", 0o755);
  writeIfMissing(join(folder, FOLDERS.preferences, "dbs_config.xml"), preferences(folder), 0o664);
}

/** Tools in the folder of fmsadmin, with the programs that emulate them. */
const TOOLS = {
  fmsadmin: new URL("../../tools/fmsadmin/start.ts", import.meta.url),
  FMDataMigration: new URL("../../tools/data-migration/start.ts", import.meta.url),
  FMDeveloperTool: new URL("../../tools/developer-tool/start.ts", import.meta.url),
  FMUpgradeTool: new URL("../../tools/upgrade-tool/start.ts", import.meta.url),
} as const;

/** Compile cache, with which the tools start three times as fast. */
const compiled = new URL("../../../node_modules/.cache/latchkey/compiled", import.meta.url);

/** Returns a script that uses the Node of the sandbox, or the one in PATH if that is missing. */
function launcher(folder: string, program: URL): string {
  return [
    "#!/bin/sh",
    `node=${quoted(process.execPath)}`,
    '[ -x "$node" ] || node=node',
    `export NODE_COMPILE_CACHE=${quoted(fileURLToPath(compiled))}`,
    `exec "$node" --disable-warning=ExperimentalWarning ${quoted(fileURLToPath(program))} ${quoted(folder)} "$@"`,
    "",
  ].join("\n");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function writeIfMissing(path: string, text: string, mode: number): void {
  if (!existsSync(path)) writeFileSync(path, text, { mode });
}

function preferences(folder: string): string {
  const value = (name: string, text: string): string =>
    `  <key name="${name}" type="string">${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</key>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<dbs_config>",
    value("BackupTarget", `filelinux:${join(folder, FOLDERS.backups)}/`),
    value("IncrementalBackupPath", `filelinux:${join(folder, FOLDERS.progressive)}/`),
    "</dbs_config>",
    "",
  ].join("\n");
}
