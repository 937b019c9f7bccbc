import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { buildConsole } from "../../local-runtime/console/console-build.ts";
import {
  consoleCaching,
  consoleConfiguration,
  consoleContentType,
} from "../../local-runtime/console/console-headers.ts";

/** File of the console in the bucket. */
export interface ConsoleObject {
  readonly name: string;
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly cacheControl: string;
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, "console", "dist");

/** Returns the console for a prefix of the API's paths. Builds it if its sources have changed. @throws Error with the build's output */
export async function builtConsole(prefix: string): Promise<readonly ConsoleObject[]> {
  const failures: string[] = [];
  await buildConsole(root, (reason) => failures.push(reason)).over;
  if (failures.length > 0) throw new Error(`Couldn't build the console: ${failures.join("\n")}`);
  return filesIn(folder).flatMap((path) => {
    const name = relative(folder, path).replaceAll("\\", "/");
    const contentType = consoleContentType(name);
    // Internal files of the build aren't part of the page.
    if (contentType === undefined || name.startsWith(".")) return [];
    const bytes =
      name === "config.json"
        ? Buffer.from(consoleConfiguration(prefix, { waitsForDownloads: true }))
        : readFileSync(path);
    return [{ name, bytes, contentType, cacheControl: consoleCaching(name) }];
  });
}

function filesIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
