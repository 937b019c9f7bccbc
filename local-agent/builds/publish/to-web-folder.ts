import { readFile, realpath, rm } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { BuildDestination } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { makeFolder } from "../../disk/make-folder.ts";
import { found } from "../../disk/on-disk.ts";
import { syncFolder } from "../../disk/sync-folder.ts";
import type { Host } from "../../host.ts";
import { copyTo, moveTo } from "../../operations/move.ts";
import { Refused } from "../../refused.ts";
import type { Destination, Publishing } from "./destination.ts";
import { holdsBuild, maxManifestBytes, refuseFileMakerFolder, type Target } from "./replaceable.ts";

/** Returns the folder that the host's web server serves to anyone. */
export function webFolder({ serverPath }: Pick<Host, "serverPath">): string {
  return join(serverPath, "HTTPServer", "htdocs");
}

/** Opens the build's folder below the web server's folder. @throws Refused */
export async function toWebFolder(
  { folder }: Extract<BuildDestination, { readonly kind: "web-folder" }>,
  { build, draft: draftName, context: { host } }: Publishing,
): Promise<Destination> {
  refuseFileMakerFolder(build);
  const root = webFolder(host);
  if ((await found(root)) === undefined) throw new Refused("not-found", "the web server's folder doesn't exist");
  const parent = await folderWithin(
    root,
    folder.split("/").filter((name) => name !== ""),
  );
  const [target, draft, replaced] = [
    join(parent, build),
    join(parent, `.${draftName}`),
    join(parent, `.${draftName}.old`),
  ];
  const shown = `/${[folder, build].filter((name) => name !== "").join("/")}/ on the web server of this host`;
  const refuseOther = async () => holdsBuild(build, await targetAt(target, shown));
  await refuseOther();
  await makeFolder(parent, 0o775);
  await rm(draft, { recursive: true, force: true });

  return {
    async put({ path, name, sizeBytes }, onBytes) {
      await copyTo(path, join(draft, ...name.split("/")));
      onBytes(sizeBytes);
    },
    async finish() {
      // Another program may have created something there meanwhile.
      await refuseOther();
      await moveTo(target, replaced);
      await moveTo(draft, target);
      await rm(replaced, { recursive: true, force: true });
      await syncFolder(dirname(target));
      return shown;
    },
    async close() {
      if ((await found(target)) === undefined) await moveTo(replaced, target);
      await rm(draft, { recursive: true, force: true });
    },
  };
}

/** Returns the path of a subfolder, which may not exist yet. @throws Refused if a link leads out of the root */
async function folderWithin(root: string, names: readonly string[]): Promise<string> {
  const top = await realpath(root);
  let path = root;
  for (const name of names) {
    path = join(path, name);
    const stats = await found(path);
    if (stats === undefined) break;
    if (!stats.isSymbolicLink()) continue;
    const real = await realpath(path).catch(() => "");
    if (!`${real}${sep}`.startsWith(`${top}${sep}`))
      throw new Refused("not-allowed", "the folder is outside of the web server's folder");
  }
  return join(root, ...names);
}

async function targetAt(path: string, shown: string): Promise<Target> {
  const stats = await found(path);
  return {
    kind: stats === undefined ? "nothing" : stats.isDirectory() ? "folder" : "other",
    shown,
    async read(name) {
      const file = await found(join(path, name));
      return file?.isFile() === true && file.size <= maxManifestBytes ? readFile(join(path, name), "utf8") : undefined;
    },
  };
}
