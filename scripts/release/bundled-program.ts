import { readFileSync, rmSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { readRouteTable } from "../../local-runtime/http/route-table.ts";
import type { ShippedFile } from "./shipped-files.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Folder of all bundled files in an archive. `local-runtime/start.mjs` looks for them there. */
const place = "program";

/** Entry points of programs and threads, and the names of their files. */
const entries = {
  "local-runtime/main.ts": "service.mjs",
  "local-runtime/commands/health.ts": "health.mjs",
  "local-runtime/commands/backup.ts": "backup.mjs",
  "local-runtime/commands/import-otto.ts": "import-otto.mjs",
  "local-runtime/commands/restore.ts": "restore.mjs",
  "local-runtime/commands/rotate-fingerprint-secret.ts": "rotate-fingerprint-secret.mjs",
  "local-runtime/secrets/rotate-master-key.ts": "rotate-master-key.mjs",
  "local-runtime/storage/check-data.ts": "check-data.mjs",
  "local-runtime/sign-in-code.ts": "sign-in-code.mjs",
  "local-agent/start.ts": "agent.mjs",
  "local-agent/thread/work-thread-program.ts": "work-thread.mjs",
  "sandbox/start.ts": "sandbox.mjs",
  "sandbox/tools/fmsadmin/start.ts": "fmsadmin.mjs",
  "sandbox/tools/data-migration/start.ts": "data-migration.mjs",
  "sandbox/tools/developer-tool/start.ts": "developer-tool.mjs",
  "sandbox/tools/upgrade-tool/start.ts": "upgrade-tool.mjs",
};
const fileOfEntry = new Map(Object.entries(entries).map(([entry, file]) => [join(root, entry), file]));

/**
 * Bundles all code for one machine, with all packages, into a folder: one file per program, and one per part that is loaded on demand. A
 * start then reads a few dozen files instead of more than a thousand (docs/decisions/0108-releases-are-bundled.md).
 */
export async function bundledProgram(folder: string): Promise<readonly ShippedFile[]> {
  rmSync(folder, { recursive: true, force: true });
  // Bundled separately: shared code is read by each program anyway, and a common bundle would be split into many more files.
  const bundles = Object.entries(entries).map(async ([entry, file]) => {
    const name = basename(file, ".mjs");
    const options: BuildOptions = { ...bundled, outdir: folder, chunkNames: `${name}-[name]-[hash]` };
    return build({ ...options, metafile: true, entryPoints: [{ in: join(root, entry), out: name }] });
  });
  const outputs = (await Promise.all(bundles)).flatMap(({ metafile }) => Object.keys(metafile?.outputs ?? {}));
  return outputs
    .map((output) => ({ name: `${place}/${basename(output)}`, path: join(folder, basename(output)) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Rewrites our modules so that paths relative to their own address resolve from the bundle's folder. */
const ownAddresses: Plugin = {
  name: "own-addresses",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(root) || path.includes("/node_modules/")) return undefined;
      const source = readFileSync(path, "utf8");
      const contents = source.replace(/new URL\(\s*"([^"]+)",\s*import\.meta\.url\)/g, (_, reference: string) => {
        const address = addressInArchive(resolve(dirname(path), reference));
        return `new URL("${address}${reference.endsWith("/") ? "/" : ""}", import.meta.url)`;
      });
      return { contents, loader: "ts" };
    });
  },
};

function addressInArchive(target: string): string {
  const file = fileOfEntry.get(target);
  // Archives have no node_modules.
  if (target === join(root, "node_modules/.cache/latchkey/compiled")) return "../.cache/compiled";
  return file === undefined ? relative(join(root, place), target).replaceAll("\\", "/") : `./${file}`;
}

/** Embeds the routes of serverless.yml, so that starts don't parse it, and their functions, each still loaded by its first call. */
const functionModules: Plugin = {
  name: "function-modules",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]local-runtime[\\/]function-modules\.ts$/ }, () => {
      const routes = readRouteTable(new URL("../../serverless.yml", import.meta.url));
      const modules = [...new Set(routes.map(({ module }) => module))];
      const imports = modules.map((module) => `  ${JSON.stringify(module)}: () => import("../${module}.ts"),\n`);
      return {
        contents: `const routes = ${JSON.stringify(routes)};
const modules = {\n${imports.join("")}};
export const functionRoutes = () => routes;
export const importFunction = (module) => modules[module]();\n`,
      };
    });
  },
};

/** Contains the API description as JSON, which is faster and smaller than the same text as code. */
const documents: Plugin = {
  name: "documents",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]shared[\\/]system[\\/]api-document\.ts$/ }, async ({ path }) => {
      const text = JSON.stringify((await import(path)).default);
      return { contents: `export default JSON.parse(${JSON.stringify(text)});`, loader: "js" };
    });
  },
};

const bundled = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  platform: "node",
  target: "node24",
  format: "esm",
  outExtension: { ".js": ".mjs" },
  mainFields: ["module", "main"],
  // The bundler renames one of two classes with the same name. Names are kept, because OAuth's errors and models depend on them.
  keepNames: true,
  // Not minified, so that stack traces are readable. The source maps are an archive of their own.
  sourcemap: "linked",
  sourcesContent: false,
  // Optional: ws and ssh2 use native helpers, and debug colors.
  external: ["bufferutil", "utf-8-validate", "cpu-features", "supports-color"],
  loader: { ".node": "empty" },
  banner: {
    js: 'import { createRequire as requireOfModule } from "node:module"; const require = requireOfModule(import.meta.url);',
  },
  plugins: [functionModules, documents, ownAddresses],
} as const satisfies BuildOptions;
