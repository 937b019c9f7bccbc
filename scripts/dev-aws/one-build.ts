import { mkdir, rename, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, context, type OutputFile, type Plugin } from "esbuild";
import plugins from "../bundle-plugins.ts";

/** Parts of serverless-esbuild that a build uses. */
export interface Bundler {
  readonly functionEntries: readonly { readonly entry: string }[];
  readonly buildDirPath: string;
  /** Bundles all functions, at the start and after each change. */
  bundle(): Promise<void>;
  prepare(): void;
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const runtime = new URL("lambda-runtime.ts", import.meta.url).href;

/**
 * Makes serverless-esbuild bundle all functions in one run, in a tenth of the time of a run per function: the functions share their chunks.
 * Otherwise the bundles are those of the deployment, with the options in serverless.yml, the runtime that buffers streams, handlers that
 * get trace headers, and the address of the sandbox's store.
 */
export function buildTogether(
  bundler: Bundler,
  { exclude, outputFileExtension, keepOutputDirectory: _, plugins: __, ...options }: Readonly<Record<string, unknown>>,
  sandboxStore: string | undefined,
): void {
  const { js = "" } = (options.banner ?? {}) as { readonly js?: string };
  let building: ReturnType<typeof context> | undefined;
  bundler.bundle = oneAtATime(async () => {
    bundler.prepare();
    building ??= context({
      ...(options as BuildOptions),
      plugins: [withTraces(), ...plugins, withStore(sandboxStore)],
      banner: { js: `import ${JSON.stringify(runtime)}; ${js}` },
      external: exclude as string[],
      platform: "node",
      absWorkingDir: root,
      outbase: root,
      outdir: bundler.buildDirPath,
      entryPoints: [...new Set(bundler.functionEntries.map(({ entry }) => entry))],
      outExtension: { ".js": String(outputFileExtension) },
      write: false,
    });
    await replaceFiles((await (await building).rebuild()).outputFiles ?? []);
  });
}

/**
 * Returns a function that never runs twice at a time: calls during a run share the next one. The watcher asks for a build per change, and two
 * builds that write the same files would leave broken ones.
 */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let current = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= current
      .catch(() => undefined) // Reported to those who asked for that run.
      .then(() => {
        next = undefined;
        current = run();
        return current;
      });
    return next;
  };
}

/**
 * Writes files whole, the entries after the chunks that they import. A worker that starts meanwhile would find an empty entry, or one whose
 * chunks are missing.
 */
async function replaceFiles(files: readonly OutputFile[]): Promise<void> {
  const chunks = files.filter(({ path }) => /-[A-Z0-9]{8}\.\w+$/.test(basename(path)));
  for (const { path, contents } of [...chunks, ...files.filter((file) => !chunks.includes(file))]) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.new`, contents);
    await rename(`${path}.new`, path);
  }
}

/** Wraps the handler of each entry point, so that it gets the trace header of its call. */
function withTraces(): Plugin {
  const wrapper = fileURLToPath(new URL("traced-handler.ts", import.meta.url));
  const own = "?own";
  return {
    name: "traces",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /\?own$/ }, ({ path }) => ({ path: path.slice(0, -own.length), suffix: own }));
      onLoad({ filter: /[\\/]functions[\\/][^\\/]+[\\/]lambda\.ts$/ }, ({ path, suffix }) => {
        if (suffix === own) return undefined;
        const [from, original] = [wrapper, `${path}${own}`].map((one) => JSON.stringify(one));
        return {
          contents: `import { tracedHandler } from ${from};
import { handler as own } from ${original};
export const handler = tracedHandler(own);`,
          resolveDir: dirname(path),
        };
      });
    },
  };
}

/** Replaces the module that says that functions reach no sandbox. */
function withStore(sandboxStore: string | undefined): Plugin {
  return {
    name: "sandbox-store",
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]functions[\\/]lambda[\\/]sandbox-store\.ts$/ }, () => ({
        contents: `export const sandboxStore = ${JSON.stringify(sandboxStore)};`,
      }));
    },
  };
}
