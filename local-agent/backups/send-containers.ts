import { join } from "node:path";
import type { StorePlace } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { filesBelow, found } from "../disk/on-disk.ts";
import { mapConcurrently } from "../downloads/map-concurrently.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import { storeAt } from "./store-at.ts";
import { uploadFile } from "./upload-file.ts";

interface Sending {
  readonly fields: TaskFields<"backups.send">;
  readonly context: TaskContext;
  readonly onFile: (way: "sent" | "present", bytes: number) => void;
}

const atOnce = 4;

/**
 * Brings an external container folder to a store, as `container1/…` or `container2/…`. These folders are in no backup: FileMaker Server
 * writes new files into them and takes others away while they are read. What lies at the store stays there.
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
      const keyOf = (path: string) => at.keyOf(name, path);
      const present = new Map((await at.objects(`${at.keyOf(name)}/`)).map((object) => [object.key, object]));
      const paths = await filesBelow(folder);
      const counts = { files: 0, bytes: 0, sent: 0 };
      progress({ phase: "containers", done: 0, total: paths.length, unit: "files" });
      await mapConcurrently(atOnce, paths, async (relativePath) => {
        const path = join(folder, ...relativePath.split("/"));
        const stats = await found(path);
        // Its record was deleted meanwhile.
        if (stats === undefined) return;
        const object = present.get(keyOf(relativePath));
        const isThere = object?.sizeBytes === stats.size && Date.parse(object.modifiedAt) >= Math.floor(stats.mtimeMs);
        if (!isThere) {
          const file = { bucket: at.bucket, key: keyOf(relativePath), path, sizeBytes: stats.size };
          await at.asked(() => uploadFile({ ...at, clock, signal, say }, file, () => undefined));
          counts.sent += 1;
        }
        onFile(isThere ? "present" : "sent", stats.size);
        counts.files += 1;
        counts.bytes += stats.size;
        progress({ done: counts.files });
      });
      return counts;
    },
  });
  if (count === null)
    say("info", `FileMaker Server has no external container folder ${index + 1}: nothing of it was sent`);
  else say("info", `${name}: ${count.files} files, ${count.sent} of them new`);
}
