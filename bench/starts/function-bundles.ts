import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";
import { parse } from "yaml";

/** A function of the stack as it is uploaded. */
export interface FunctionBundle {
  readonly name: string;
  readonly path: string;
  readonly codeBytes: number;
  /** What it hands out and does not run, such as the description of the API. */
  readonly documentBytes: number;
}

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Bundles every function of serverless.yml into a folder, as the framework does. */
export async function functionBundles(folder: string): Promise<readonly FunctionBundle[]> {
  const { custom, functions } = parse(readFileSync(join(root, "serverless.yml"), "utf8"), { logLevel: "silent" });
  const { outputFileExtension, exclude, keepOutputDirectory: _, ...options } = custom.esbuild;
  const bundles: FunctionBundle[] = [];
  for (const name of Object.keys(functions)) {
    const path = join(folder, `${name}${outputFileExtension}`);
    const settings: BuildOptions = {
      ...options,
      external: exclude,
      platform: "node",
      absWorkingDir: root,
      entryPoints: [`functions/${name}/lambda.ts`],
      outfile: path,
      metafile: true,
    };
    const { metafile } = await build(settings);
    const [output] = Object.values(metafile?.outputs ?? {});
    if (output === undefined) throw new Error(`${name} has no bundle`);
    const documents = Object.entries(output.inputs).filter(([input]) => input.startsWith("docs/"));
    const documentBytes = documents.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
    bundles.push({ name, path, codeBytes: output.bytes - documentBytes, documentBytes });
  }
  return bundles;
}
