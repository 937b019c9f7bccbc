import { join } from "node:path";
import release from "../../package.json" with { type: "json" };
import { builtConsole } from "../../scripts/console/built-console.ts";
import { layOut } from "../../scripts/release/archive.ts";
import { bundledProgram } from "../../scripts/release/bundled-program.ts";
import { platforms } from "../../scripts/release/platforms.ts";

/**
 * Lays out the content of an archive for this machine in a folder, and returns the path of its command. @throws Error if there is no
 * archive for this machine
 */
export async function laidOutRelease(folder: string): Promise<string> {
  const platform = platforms.find(({ name }) => name === `${process.platform}-${process.arch}`);
  if (platform === undefined) throw new Error(`There is no release for ${process.platform} on ${process.arch}.`);
  await builtConsole("svc");
  const home = join(folder, "release");
  const bundled = await bundledProgram(join(folder, "bundled"));
  layOut(home, platform, { version: release.version, at: new Date(), bundled }, folder);
  return join(home, "latchkey");
}
