import { join } from "node:path";
import type { BuildDestination } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { checkDiskSpace } from "../../disk/disk-space.ts";
import { filesBelow, found } from "../../disk/on-disk.ts";
import { Refused, refusedBy } from "../../refused.ts";
import type { TaskKind } from "../../tasks/task-context.ts";
import { buildFolder, manifestName, zipName } from "../build-folder.ts";
import type { Destination, PublishedFile, Publishing } from "./destination.ts";
import { toFtp } from "./to-ftp.ts";
import { toPush } from "./to-push.ts";
import { toServer } from "./to-server.ts";
import { toSftp } from "./to-sftp.ts";
import { toStore } from "./to-store.ts";
import { toWebFolder, webFolder } from "./to-web-folder.ts";

/** Publishes all files of a build, or none. */
export const publishBuild: TaskKind<"builds.publish"> = {
  // Runs in parallel with other tasks: a deployment elsewhere may be waiting for it.
  files: ({ build }) => [`${build} is published?`],

  async run({ build, destination: wanted, floorBytes }, context) {
    const { host, progress, say, step } = context;
    const folder = buildFolder(host, "outbox", build);
    progress({ phase: "publishing" });

    const where = await step({
      name: "publish",
      async perform() {
        const before = await found(folder);
        if (before === undefined) throw new Refused("not-found", `build ${build} not found in the outbox`);
        const all = await filesOf(folder);
        const files = wanted.kind === "push" ? all.filter(({ name }) => name === zipName(build)) : all;
        if (files.length === 0) throw new Refused("not-found", `${build} is not a zip archive`);
        const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
        if (wanted.kind === "web-folder") await checkDiskSpace([{ folder: webFolder(host), bytes: total }], floorBytes);

        let done = 0;
        const onBytes = (bytes: number) => {
          done += bytes;
          progress({ done, total, unit: "bytes" });
        };
        onBytes(0);
        const destination = await opened(wanted, { build, draft: `${build}.${context.process}`, context });
        try {
          for (const file of files) {
            await destination.put(file, onBytes);
            say("info", `Uploaded ${file.name}`);
          }
          // If the build was made again meanwhile, the result would be a mixture.
          if ((await found(folder))?.ino !== before.ino)
            throw new Refused("changed", `${build} was made again or deleted`);
          return await destination.finish();
        } finally {
          await destination.close().catch((thrown: unknown) => {
            say("error", `Couldn't delete what was uploaded: ${refusedBy(thrown).message}`);
          });
        }
      },
    });
    say("success", `${build} was published: ${where}`);
    return { state: "done", reason: null };
  },
};

/** Returns the files with the manifest last: if it exists, all others do. */
async function filesOf(folder: string): Promise<readonly PublishedFile[]> {
  const names = await filesBelow(folder);
  const ordered = [...names.filter((name) => name !== manifestName), ...names.filter((name) => name === manifestName)];
  return Promise.all(
    ordered.map(async (name) => {
      const path = join(folder, ...name.split("/"));
      return { path, name, sizeBytes: (await found(path))?.size ?? 0 };
    }),
  );
}

/** @throws Refused */
async function opened(destination: BuildDestination, publishing: Publishing): Promise<Destination> {
  switch (destination.kind) {
    case "server":
      return toServer(destination, publishing);
    case "push":
      return toPush(destination, publishing);
    case "web-folder":
      return toWebFolder(destination, publishing);
    case "sftp":
      return toSftp(destination, publishing);
    case "ftp":
      return toFtp(destination, publishing);
    case "store":
      return toStore(destination, publishing);
  }
}
