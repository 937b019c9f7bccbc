import { mkdir, realpath, rm } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import type { BuildDestination } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { found } from "../../disk/on-disk.ts";
import { syncFolder } from "../../disk/sync-folder.ts";
import type { Host } from "../../host.ts";
import { copyTo, moveTo } from "../../operations/move.ts";
import { Refused } from "../../refused.ts";
import type { Destination, Publishing } from "./destination.ts";

/** What the web server of the host sends to anyone who asks. */
export function webFolder({ serverPath }: Pick<Host, "serverPath">): string {
  return join(serverPath, "HTTPServer", "htdocs");
}

/** A folder of the build's name, below the folder of the web server. @throws Refused */
export async function toWebFolder(
  { folder }: Extract<BuildDestination, { readonly kind: "web-folder" }>,
  { build, draft: draftName, context: { host } }: Publishing,
): Promise<Destination> {
  const root = webFolder(host);
  if ((await found(root)) === undefined) throw new Refused("not-found", "the web server's folder is not there");
  const parent = join(root, ...folder.split("/").filter((name) => name !== ""));
  await mkdir(parent, { recursive: true, mode: 0o775 });
  if (!`${await realpath(parent)}${sep}`.startsWith(`${await realpath(root)}${sep}`))
    throw new Refused("not-allowed", "the folder leads out of the web server's");
  const [target, draft, replaced] = [
    join(parent, build),
    join(parent, `.${draftName}`),
    join(parent, `.${draftName}.old`),
  ];
  await rm(draft, { recursive: true, force: true });

  return {
    async put({ path, name, sizeBytes }, onBytes) {
      await copyTo(path, join(draft, ...name.split("/")));
      onBytes(sizeBytes);
    },
    async finish() {
      await moveTo(target, replaced);
      await moveTo(draft, target);
      await rm(replaced, { recursive: true, force: true });
      await syncFolder(dirname(target));
      return `/${[folder, build].filter((name) => name !== "").join("/")}/ on the web server of this host`;
    },
    async close() {
      if ((await found(target)) === undefined) await moveTo(replaced, target);
      await rm(draft, { recursive: true, force: true });
    },
  };
}
