import type { BuildDestination } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { storeAt } from "../../backups/store-at.ts";
import { uploadFile } from "../../backups/upload-file.ts";
import { Refused } from "../../refused.ts";
import type { Destination, Publishing } from "./destination.ts";

type Store = Extract<BuildDestination, { readonly kind: "store" }>;

/** A folder of a bucket, by the S3 API. Who finds the manifest there, which comes last, finds all the rest. @throws Refused */
export async function toStore(place: Store, { build, context }: Publishing): Promise<Destination> {
  const { clock, signal, say } = context;
  const at = storeAt(place, place.networks, context);
  const { store, ending, bucket, checksums, host, asked, objects, keyOf: keyBelow } = at;
  const keyOf = (name: string) => keyBelow(build, name);
  const before = new Set((await objects(`${keyBelow(build)}/`)).map(({ key }) => key));
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
      // Of an earlier build of this name. Where nothing may be deleted it stays, and the manifest does not name it.
      for (const key of before) {
        if (!brought.has(key)) await ifAllowed(() => asked(() => store.delete(bucket, key)));
      }
      return `${keyBelow(build)} in the bucket ${bucket} at ${host}`;
    },
    async close() {
      if (isFinished) return;
      for (const key of brought) if (!before.has(key)) await ending.delete(bucket, key);
    },
  };

  async function ifAllowed(remove: () => Promise<void>): Promise<void> {
    try {
      await remove();
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      say("info", `What an earlier build has left there stays: ${thrown.message}`);
    }
  }
}
