import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Platform } from "./platforms.ts";
import type { ShippedFile } from "./shipped-files.ts";

const installed = fileURLToPath(new URL("../../node_modules/", import.meta.url));

/** Folder of Node in every archive, so that units and launchers are the same for all processors. */
export const nodeFolder = "node";

/**
 * Returns the files of a platform's Node: for this machine, as `npm ci` installed it; for others, from the registry, in a folder below
 * `workshop`.
 */
export function nodeProgram({ node, program }: Platform, workshop: string): readonly ShippedFile[] {
  const here = join(installed, node.package);
  const folder = existsSync(join(here, program)) ? here : fetched(node, workshop);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (version !== node.version) throw new Error(`${node.package} is ${version} instead of ${node.version}.`);
  return ["LICENSE", program]
    .filter((name) => existsSync(join(folder, name)))
    .map((name) => ({ name: `${nodeFolder}/${name}`, path: join(folder, name) }));
}

/** @throws Error if the registry's bytes differ from those expected for the release */
function fetched(node: Platform["node"], workshop: string): string {
  const folder = mkdtempSync(join(workshop, `${node.package}-`));
  const specifier = `${node.package}@${node.version}`;
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder, specifier], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const tarball = join(folder, `${node.package}-${node.version}.tgz`);
  const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  if (integrity !== node.integrity) throw new Error(`The checksum of ${specifier} changed: ${integrity}`);
  execFileSync("tar", ["-xzf", tarball, "-C", folder]);
  return join(folder, "package");
}
