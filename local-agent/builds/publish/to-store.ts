import type { BuildDestination } from "#shared/agent/protocol/tasks/build-tasks.ts";
import { CalloutFailed, CalloutRefused, type Callouts } from "#shared/ports/callouts.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import { storeClient } from "#shared/s3/store-client.ts";
import { uploadFile } from "../../backups/upload-file.ts";
import { Refused } from "../../refused.ts";
import type { Destination, Publishing } from "./destination.ts";

type Store = Extract<BuildDestination, { readonly kind: "store" }>;

/** A folder of a bucket, by the S3 API. Who finds the manifest there, which comes last, finds all the rest. @throws Refused */
export async function toStore(place: Store, { build, context }: Publishing): Promise<Destination> {
  const { origin, region, addressing, accessKeyId, secretAccessKey, bucket, folder } = place;
  const { clock, signal, say } = context;
  const callouts = context.callouts(place.networks);
  const client = (call: Callouts["call"]) =>
    storeClient({
      address: { origin, region, addressing },
      credentials: { accessKeyId, secretAccessKey },
      call,
      clock,
    });
  const store = client((request) => callouts.call({ ...request, signal }));
  const ending = client(callouts.call);
  const { host } = new URL(origin);
  const keyOf = (name: string) => [folder, build, name].filter((part) => part !== "").join("/");
  const before = new Set<string>();
  const brought = new Set<string>();
  let isFinished = false;

  /** @throws Refused */
  const asked = async <T>(ask: () => Promise<T>): Promise<T> => {
    try {
      return await ask();
    } catch (thrown) {
      if (signal.aborted) throw new Refused("failed", "it was aborted");
      if (thrown instanceof StoreRefused || thrown instanceof CalloutFailed)
        throw new Refused("failed", `${host}: ${thrown.message}`, { cause: thrown });
      if (thrown instanceof CalloutRefused) throw new Refused("not-allowed", thrown.message, { cause: thrown });
      throw thrown;
    }
  };

  await asked(async () => {
    for (let cursor: string | undefined = ""; cursor !== undefined; ) {
      const page = await store.list(bucket, { prefix: keyOf(""), cursor });
      for (const { key } of page.objects) before.add(key);
      cursor = page.cursor;
    }
  });

  return {
    async put(file, onBytes) {
      const key = keyOf(file.name);
      await asked(() => uploadFile({ store, ending, clock, signal, say }, { bucket, key, ...file }, onBytes));
      brought.add(key);
    },
    async finish() {
      isFinished = true;
      // Of an earlier build of this name. Where nothing may be deleted it stays, and the manifest does not name it.
      for (const key of before) {
        if (!brought.has(key)) await ifAllowed(() => asked(() => store.delete(bucket, key)));
      }
      return `${keyOf("")} in the bucket ${bucket} at ${host}`;
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
