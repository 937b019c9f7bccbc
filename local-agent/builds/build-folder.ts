import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { type BuildBox, buildsFolder } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { makeFolder } from "../disk/make-folder.ts";
import type { Host } from "../host.ts";

/** Returns the folder of a box, which contains one folder per build. */
export function boxFolder(host: Host, box: BuildBox): string {
  return join(host.roots.backups, buildsFolder, box);
}

/** Returns the folder of a build. */
export function buildFolder(host: Host, box: BuildBox, build: string): string {
  return join(boxFolder(host, box), build);
}

/** Returns the file name of a build's zip. */
export function zipName(build: string): string {
  return `${build}.build.zip`;
}

export const manifestName = "manifest.json";

/** Returns the work folder of a process. */
export function processFolder(host: Host, process: number): string {
  return join(host.roots.backups, buildsFolder, "work", String(process));
}

/** Creates a folder that FileMaker Server, which has its own account, can also write to. */
export async function makeSharedFolder(host: Host, folder: string): Promise<void> {
  await makeFolder(folder, 0o775);
  for (const path of [join(host.roots.backups, buildsFolder), join(folder, ".."), folder])
    await chmod(path, 0o775).catch((thrown: NodeJS.ErrnoException) => {
      // Another account of the group may have created it.
      if (thrown.code !== "EPERM") throw thrown;
    });
}
