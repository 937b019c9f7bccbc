import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import release from "../../package.json" with { type: "json" };
import { plainContractTypes } from "./contract-types.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const sources = join(root, "client");

/** Writes the package `latchkey-client` to a folder: one module, and its types in files that need no other package. */
export async function packedClient(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [join(sources, "latchkey-client.ts")],
    outfile: join(folder, "latchkey-client.js"),
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
  });
  writeTypes(join(folder, "types"));
  const description = {
    name: "latchkey-client",
    version: release.version,
    description: "Typed client of Latchkey for Node, Deno, Bun and browsers",
    license: release.license,
    type: "module",
    exports: { ".": { types: "./types/latchkey-client.d.ts", default: "./latchkey-client.js" } },
    files: ["latchkey-client.js", "types"],
    sideEffects: false,
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(description, null, 2)}\n`);
}

/** Compiles the client against plain types instead of the contracts, and writes its declarations. */
function writeTypes(folder: string): void {
  const work = mkdtempSync(join(tmpdir(), "latchkey-client-"));
  try {
    for (const name of readdirSync(sources)) copyFileSync(join(sources, name), join(work, name));
    writeFileSync(join(work, "contract-types.ts"), plainContractTypes());
    const { compilerOptions } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8"));
    const options = {
      ...compilerOptions,
      ...{
        noEmit: false,
        incremental: false,
        tsBuildInfoFile: undefined,
        declaration: true,
        emitDeclarationOnly: true,
      },
      ...{ types: [], lib: ["es2024", "dom", "dom.asynciterable"], outDir: folder, rootDir: work },
    };
    writeFileSync(
      join(work, "tsconfig.json"),
      JSON.stringify({ compilerOptions: options, files: ["latchkey-client.ts"] }),
    );
    writeFileSync(join(work, "package.json"), '{"type":"module"}');
    execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", work], { encoding: "utf8" });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    // Other compilers find declarations by the name of the module.
    writeFileSync(path, readFileSync(path, "utf8").replace(/(from "\.\/[\w-]+)\.ts"/g, '$1.js"'));
  }
}
