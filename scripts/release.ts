import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import release from "../package.json" with { type: "json" };
import { builtConsole } from "./console/built-console.ts";
import { archive, sourceMapArchive } from "./release/archive.ts";
import { billOfMaterials } from "./release/bill-of-materials.ts";
import { bundledProgram } from "./release/bundled-program.ts";
import { platforms } from "./release/platforms.ts";
import { readBack } from "./release/read-back.ts";

// Builds a release in dist/release: an archive with its own Node for each platform, their bills of materials, the programs of the database
// host, and all checksums: npm run release [-- linux-x64 win-x64 …]
const root = fileURLToPath(new URL("../", import.meta.url));
const folder = join(root, "dist/release");
const wanted = process.argv.slice(2);
const chosen = platforms.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (chosen.length === 0)
  throw new Error(`Unknown platform. Platforms: ${platforms.map(({ name }) => name).join(", ")}`);

mkdirSync(folder, { recursive: true });
const { version } = release;
const at = new Date(Number(execFileSync("git", ["log", "-1", "--format=%ct"], { cwd: root, encoding: "utf8" })) * 1000);
await builtConsole("svc");
const hostPrograms = ["latchkey-agent.mjs", "restore.mjs"].map((name) => ({
  name: `host/${name}`,
  path: join(folder, name),
}));
const agentBundler = fileURLToPath(new URL("package-agent.ts", import.meta.url));
execFileSync(process.execPath, [agentBundler, join(folder, "latchkey-agent.mjs")], { stdio: "inherit" });
const restoreEntry = join(root, "local-agent/restore/start.ts");
execFileSync(process.execPath, [agentBundler, join(folder, "restore.mjs"), restoreEntry], { stdio: "inherit" });
const bundled = [...hostPrograms, ...(await bundledProgram(join(folder, "program")))];

const made = [...hostPrograms.map(({ path }) => path), sourceMapArchive({ version, at, bundled }, folder)];
for (const platform of chosen) {
  const path = await archive(platform, { version, at, bundled }, folder);
  const { files, sizeBytes } = await readBack(platform, version, path);
  console.log(`${path} (${files} files, ${(sizeBytes / 1_000_000).toFixed(1)} MB, verified)`);
  const bill = join(folder, `latchkey-${version}-${platform.name}.cdx.json`);
  writeFileSync(bill, billOfMaterials(platform, version, at));
  made.push(path, bill);
}
const sums = made.map(
  (path) => `${createHash("sha256").update(readFileSync(path)).digest("hex")}  ${basename(path)}\n`,
);
writeFileSync(join(folder, "SHA256SUMS"), sums.sort().join(""));
console.log(join(folder, "SHA256SUMS"));
