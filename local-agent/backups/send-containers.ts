import { join } from "node:path";
import type { StorePlace } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { containerManifestName, type ManifestFile } from "#shared/backups/restores/manifest.ts";
import { filesBelow, found } from "../disk/on-disk.ts";
import { sha256Of } from "../disk/sha256-of.ts";
import { mapConcurrently } from "../downloads/map-concurrently.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import { containerManifestText } from "./backup-manifest.ts";
import { containersAt } from "./containers-at.ts";
import { type StoreAt, storeAt } from "./store-at.ts";
import { patiently, uploadFile } from "./upload-file.ts";

interface Sending {
  readonly fields: TaskFields<"backups.send">;
  readonly context: TaskContext;
  readonly onFile: (way: "sent" | "present", bytes: number) => void;
}

const atOnce = 4;

/**
 * Sends an external container folder to a store, as `container1/…` or `container2/…`. These folders are in no backup: FileMaker Server adds
 * and deletes files while they are read. Stored files are never deleted. The manifest next to them contains the SHA-256 of each file, and
 * never that of different content.
 * @throws Refused
 */
export async function sendContainers(
  index: number,
  place: StorePlace,
  { fields: { server, networks }, context, onFile }: Sending,
): Promise<void> {
  const { step, say, progress, servers, clock, signal } = context;
  const name = `container${index + 1}`;
  const count = await step({
    name,
    async perform() {
      const folder = (await servers(server).containerFolders())[index];
      if (folder === undefined || (await found(folder)) === undefined) return null;
      const at = storeAt(place, networks, context);
      const { objects, described: before } = await containersAt(at, name);
      // Entries of files that are no longer stored are removed.
      const described = new Map([...before].filter(([path]) => objects.has(path)));
      const describe = () => putManifest(at, name, [...described.values()], context);

      const paths = await filesBelow(folder);
      const counts = { files: 0, bytes: 0, sent: 0 };
      progress({ phase: "containers", done: 0, total: paths.length, unit: "files" });
      const files = await mapConcurrently(atOnce, paths, async (relativePath) => {
        const path = join(folder, ...relativePath.split("/"));
        const stats = await found(path);
        // Its record was deleted meanwhile.
        if (stats === undefined) return undefined;
        const { size: sizeBytes } = stats;
        const modifiedAt = Math.floor(stats.mtimeMs);
        const object = objects.get(relativePath);
        const isThere = object?.sizeBytes === sizeBytes && Date.parse(object.modifiedAt) >= modifiedAt;
        return { name: relativePath, path, sizeBytes, modifiedAt, isThere };
      });

      const there = files.filter((file) => file !== undefined);
      const replaced = there.filter((file) => !file.isThere && described.delete(file.name));
      if (replaced.length > 0) await describe();
      let hasChanged = replaced.length > 0 || described.size < before.size;
      await mapConcurrently(atOnce, there, async ({ path, isThere, ...file }) => {
        const { sizeBytes } = file;
        const keep = (sha256: string) => {
          described.set(file.name, { ...file, sha256 });
          hasChanged = true;
        };
        if (!isThere) {
          const sent = { bucket: at.bucket, key: at.keyOf(name, file.name), path, sizeBytes };
          keep(await at.asked(() => uploadFile({ ...at, clock, signal, say }, sent, () => undefined)));
          counts.sent += 1;
        } else if (described.get(file.name)?.modifiedAt !== file.modifiedAt) keep(await sha256Of(path));
        onFile(isThere ? "present" : "sent", sizeBytes);
        counts.files += 1;
        counts.bytes += sizeBytes;
        progress({ done: counts.files });
      });
      if (hasChanged) await describe();
      return counts;
    },
  });
  if (count === null) say("info", `FileMaker Server has no external container folder ${index + 1}: skipped`);
  else say("info", `${name}: ${count.files} files, ${count.sent} of them new`);
}

async function putManifest(at: StoreAt, container: string, files: readonly ManifestFile[], context: TaskContext) {
  const bytes = Buffer.from(containerManifestText({ container, endedAt: context.clock.now() }, files));
  const key = at.keyOf(containerManifestName(container));
  await at.asked(() => patiently(context, () => at.store.put(at.bucket, key, bytes)));
}
