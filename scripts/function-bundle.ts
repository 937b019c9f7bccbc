import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { parse } from "yaml";
import plugins from "./bundle-plugins.ts";

const root = new URL("..", import.meta.url).pathname;

const { custom, functions } = parse(readFileSync(`${root}serverless.yml`, "utf8"), { logLevel: "silent" });
/** Options in serverless.yml for esbuild, without those for the framework. */
const { outputFileExtension, exclude, keepOutputDirectory: _, plugins: __, ...options } = custom.esbuild;

/** Names of all functions of the stack. */
export const functionNames: readonly string[] = Object.keys(functions);

/** Files that are loaded together. */
export interface LoadedFiles {
  readonly codeBytes: number;
  /** Paths of the source files in them, from the project's root. */
  readonly inputs: readonly string[];
  /** Code, as one text. */
  readonly text: string;
}

/** Function of the stack as it is uploaded. */
export interface FunctionBundle {
  readonly name: string;
  /** Files that are loaded before the first call. */
  readonly start: LoadedFiles;
  /** Files that the first call for a resource loads in addition, by the path of the resource's module. */
  readonly resources: Readonly<Record<string, LoadedFiles>>;
  /** All files. */
  readonly whole: LoadedFiles;
  /** Writes all files into a folder, and returns the path of the entry point. */
  write(folder: string): string;
}

/** Bundles a function as the framework does, and keeps the list of inputs. */
export async function bundledFunction(name: string): Promise<FunctionBundle> {
  const entry = `functions/${name}/lambda.ts`;
  const settings = {
    ...options,
    plugins,
    external: exclude,
    platform: "node",
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: `functions/${name}`,
    outExtension: { ".js": outputFileExtension },
    metafile: true,
    write: false,
  } satisfies BuildOptions;
  const { metafile, outputFiles } = (await build(settings)) as {
    metafile: Metafile;
    outputFiles: readonly { readonly path: string; readonly text: string }[];
  };
  const { outputs } = metafile;
  const texts = new Map(outputFiles.map(({ path, text }) => [path.slice(root.length), text]));
  const loaded = (files: Iterable<string>): LoadedFiles => {
    const all = [...files];
    const inputs = all.flatMap((file) => Object.entries(outputs[file]?.inputs ?? {}));
    return {
      codeBytes: all.reduce((sum, file) => sum + (outputs[file]?.bytes ?? 0), 0),
      inputs: inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([input]) => input),
      text: all.map((file) => texts.get(file) ?? "").join("\n"),
    };
  };
  const start = importedBy(outputs, fileOf(outputs, entry));
  const resources = Object.entries(outputs).flatMap(([file, { entryPoint }]) => {
    if (entryPoint === undefined || entryPoint === entry || !/^functions\/(?!lambda\/|wiring\/)/.test(entryPoint))
      return [];
    const added = [...importedBy(outputs, file)].filter((one) => !start.has(one));
    return [[entryPoint, loaded(added)] as const];
  });
  return {
    name,
    start: loaded(start),
    resources: Object.fromEntries(resources),
    whole: loaded(Object.keys(outputs)),
    write(folder) {
      mkdirSync(folder, { recursive: true });
      for (const [file, text] of texts) writeFileSync(join(folder, basename(file)), text);
      return join(folder, basename(fileOf(outputs, entry)));
    },
  };
}

function fileOf(outputs: Metafile["outputs"], entry: string): string {
  const [file] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? [];
  if (file === undefined) throw new Error(`${entry} has no bundle`);
  return file;
}

/** Returns a file and all files that it imports when it is loaded, not those that it imports on demand. */
function importedBy(outputs: Metafile["outputs"], file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const { kind, path } of outputs[file]?.imports ?? [])
    if (kind === "import-statement" && outputs[path] !== undefined) importedBy(outputs, path, found);
  return found;
}
