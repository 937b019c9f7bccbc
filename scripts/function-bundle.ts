import { readFileSync } from "node:fs";
import { type BuildOptions, build, type Metafile } from "esbuild";
import { parse } from "yaml";
import plugins from "./bundle-plugins.ts";

const root = new URL("..", import.meta.url).pathname;

const { custom, functions } = parse(readFileSync(`${root}serverless.yml`, "utf8"), { logLevel: "silent" });
/** Options in serverless.yml for esbuild, without those for the framework. */
const { outputFileExtension, exclude, keepOutputDirectory: _, plugins: __, ...options } = custom.esbuild;

/** Names of all functions of the stack. */
export const functionNames: readonly string[] = Object.keys(functions);

/** Function of the stack as it is uploaded. */
export interface FunctionBundle {
  readonly name: string;
  readonly content: Uint8Array;
  readonly codeBytes: number;
  /** Size in bytes of files that it serves but doesn't run, such as the API description. */
  readonly documentBytes: number;
  /** Paths of the source files in the bundle, from the project's root. */
  readonly inputs: readonly string[];
}

/** Bundles a function as the framework does, and keeps the list of inputs. */
export async function bundledFunction(name: string): Promise<FunctionBundle> {
  const settings: BuildOptions = {
    ...options,
    plugins,
    external: exclude,
    platform: "node",
    absWorkingDir: root,
    entryPoints: [`functions/${name}/lambda.ts`],
    outfile: `lambda${outputFileExtension}`,
    metafile: true,
    write: false,
  };
  const { metafile, outputFiles = [] } = (await build(settings)) as {
    metafile: Metafile;
    outputFiles?: { contents: Uint8Array }[];
  };
  const [output] = Object.values(metafile.outputs);
  const [file] = outputFiles;
  if (output === undefined || file === undefined) throw new Error(`${name} has no bundle`);
  const used = Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const documents = used.filter(([input]) => input === "shared/system/openapi.json");
  const documentBytes = documents.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
  return {
    name,
    content: file.contents,
    codeBytes: output.bytes - documentBytes,
    documentBytes,
    inputs: used.map(([input]) => input),
  };
}
