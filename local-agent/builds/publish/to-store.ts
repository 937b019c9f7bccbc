import type { BuildDestination } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { storeAt } from "../../backups/store-at.ts";
import { uploadFile } from "../../backups/upload-file.ts";
import { Refused } from "../../refused.ts";
import type { Destination, Publishing } from "./destination.ts";
import { holdsBuild, maxManifestBytes, unfinishedManifest, unfinishedName } from "./replaceable.ts";

type Store = Extract<BuildDestination, { readonly kind: "store" }>;

/** Opens a folder of a bucket through the S3 API. The manifest comes last: if it exists, all other files do. @throws Refused */
export async function toStore(place: Store, { build, context }: Publishing): Promise<Destination> {
  const { clock, signal, say } = context;
  const at = storeAt(place, place.networks, context);
  const { store, ending, bucket, checksums, host, asked, objects, keyOf: keyBelow } = at;
  const keyOf = (name: string) => keyBelow(build, name);
  const prefix = `${keyBelow(build)}/`;
  // Store consoles create an empty object with the name of the folder itself.
  const before = new Set((await objects(prefix)).map(({ key }) => key).filter((key) => key !== prefix));
  const shown = `${keyBelow(build)} in the bucket ${bucket} at ${host}`;
  const isReplacing = await holdsBuild(build, {
    kind: before.size === 0 ? "nothing" : "folder",
    shown,
    async read(name) {
      if (!before.has(keyOf(name))) return undefined;
      const bytes = await asked(() => store.getRange(bucket, keyOf(name), 0, maxManifestBytes + 1));
      return Buffer.from(bytes).toString("utf8");
    },
  });
  const mark = keyOf(unfinishedName);
  if (!isReplacing) {
    await asked(() => store.put(bucket, mark, Buffer.from(unfinishedManifest(build))));
    before.add(mark);
  }
  const brought = new Set<string>();
  let isFinished = false;

  return {
    async put(file, onBytes) {
      const key = keyOf(file.name);
      await asked(() =>
        uploadFile({ store, ending, checksums, clock, signal, say }, { bucket, key, ...file }, onBytes),
      );
      brought.add(key);
    },
    async finish() {
      isFinished = true;
      // Belongs to an earlier build of this name. If deleting isn't allowed, it stays, and the manifest doesn't list it.
      for (const key of before) {
        if (!brought.has(key)) await ifAllowed(() => asked(() => store.delete(bucket, key)));
      }
      return shown;
    },
    async close() {
      if (isFinished) return;
      for (const key of brought) if (!before.has(key)) await ending.delete(bucket, key);
      if (!isReplacing) await ending.delete(bucket, mark);
    },
  };

  async function ifAllowed(remove: () => Promise<void>): Promise<void> {
    try {
      await remove();
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      say("info", `Files of an earlier build were not deleted: ${thrown.message}`);
    }
  }
}
