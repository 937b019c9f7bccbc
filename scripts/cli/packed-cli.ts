import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { run } from "../../cli/program.ts";
import release from "../../package.json" with { type: "json" };
import { commandData } from "./command-data.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * First file that runs. It refuses an older Node, prints the overview without loading the program, and caches compiled code: in the user's
 * own folder, because other accounts can write to the shared one.
 */
const launcher = `#!/usr/bin/env node
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  console.error("latchkey needs Node 22.12 or later. This is " + process.versions.node + ".");
  process.exit(1);
}
const words = process.argv.slice(2);
if (words.length === 0 || (words.length === 1 && /^(?:-h|--help|help)$/.test(words[0]))) {
  const { readFileSync, writeSync } = require("node:fs");
  writeSync(1, readFileSync(__dirname + "/help.txt"));
  process.exit(0);
}
const { homedir } = require("node:os");
const { join } = require("node:path");
require("node:module").enableCompileCache(join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "latchkey"));
require("./program.cjs");
`;

/** Writes the package `latchkey-cli` to a folder: one bundle, and the commands of each resource in a file that is read when needed. */
export async function packedCli(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "commands"), { recursive: true });
  await build({
    entryPoints: [join(root, "cli/start.ts")],
    outfile: join(folder, "program.cjs"),
    bundle: true,
    minify: true,
    platform: "node",
    target: "node22",
    // Node starts CommonJS faster than modules.
    format: "cjs",
    define: { CLI_VERSION: JSON.stringify(release.version) },
    banner: { js: 'const CLI_ADDRESS = require("node:url").pathToFileURL(__filename).href;' },
  });
  const resources = commandData();
  for (const [name, data] of Object.entries(resources))
    writeFileSync(join(folder, "commands", `${name}.json`), JSON.stringify(data));
  const index = Object.entries(resources).map(([name, { operations }]) => [
    name,
    operations.map(({ command }) => command),
  ]);
  writeFileSync(join(folder, "commands/index.json"), JSON.stringify(Object.fromEntries(index)));
  writeFileSync(join(folder, "help.txt"), await overview());
  writeFileSync(join(folder, "latchkey.cjs"), launcher, { mode: 0o755 });
  const description = {
    name: "latchkey-cli",
    version: release.version,
    description: "Command line of Latchkey: manage it and FileMaker Server from a terminal, scripts and CI",
    license: release.license,
    bin: { latchkey: "latchkey.cjs" },
    files: ["latchkey.cjs", "program.cjs", "help.txt", "commands"],
    engines: { node: ">=22.12" },
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(description, null, 2)}\n`);
}

/** Returns the help of the program. */
async function overview(): Promise<string> {
  let text = "";
  const stdout = new Writable({
    write(chunk, _, done) {
      text += String(chunk);
      done();
    },
  });
  const terminal = {
    stdin: process.stdin,
    stdout,
    stderr: process.stderr,
    environment: {},
    platform: process.platform,
  };
  const exitCode = await run(["--help"], {
    terminal: { ...terminal, signal: new AbortController().signal },
    files: { index: () => ({}), resource: () => ({ property: "", operations: [] }) },
    version: release.version,
    openInBrowser: () => false,
  });
  if (exitCode !== 0) throw new Error("The help can't be printed");
  return text;
}
