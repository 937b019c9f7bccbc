import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type BuildBox, buildsFolder } from "#shared/agent/protocol/tasks/build-tasks.ts";
import type { Host } from "../host.ts";

/** Where builds of a box lie: a folder per build, named by it. */
export function boxFolder(host: Host, box: BuildBox): string {
  return join(host.roots.backups, buildsFolder, box);
}

/** Where the build of this name lies. */
export function buildFolder(host: Host, box: BuildBox, build: string): string {
  return join(boxFolder(host, box), build);
}

/** What a build's zip is called. */
export function zipName(build: string): string {
  return `${build}.build.zip`;
}

export const manifestName = "manifest.json";

/** What a process has in work. */
export function processFolder(host: Host, process: number): string {
  return join(host.roots.backups, buildsFolder, "work", String(process));
}

/** Makes a folder that FileMaker Server, which has an account of its own, may write into too. */
export async function makeSharedFolder(host: Host, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const path of [join(host.roots.backups, buildsFolder), join(folder, ".."), folder])
    await chmod(path, 0o775).catch((thrown: NodeJS.ErrnoException) => {
      // It may have been made by another account of the group.
      if (thrown.code !== "EPERM") throw thrown;
    });
}
