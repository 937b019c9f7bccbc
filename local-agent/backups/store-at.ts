import type { StorePlace } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import { CalloutFailed, CalloutRefused, type Callouts } from "#shared/ports/callouts.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import { type ObjectPage, type StoreClient, storeClient } from "#shared/s3/store-client.ts";
import { Refused } from "../refused.ts";
import type { TaskContext } from "../tasks/task-context.ts";

/** A folder of a bucket, as a task works with it. */
export interface StoreAt {
  /** Its calls end when the task is to stop. */
  readonly store: StoreClient;
  /** The same for what has to be done after an abort. */
  readonly ending: StoreClient;
  readonly bucket: string;
  /** Whether the store compares the CRC32 of what arrives. */
  readonly checksums: boolean;
  /** Calls that are none of the store's API, such as those to an address of one object. */
  readonly callouts: Callouts;
  /** What the store is called. */
  readonly host: string;
  /** The whole name of an object, by names of folders below this one. */
  keyOf(...names: readonly string[]): string;
  /** All objects whose names begin so. @throws Refused */
  objects(prefix: string): Promise<readonly ObjectPage["objects"][number][]>;
  /** Does what is asked of the store. @throws Refused with the store's sentence */
  asked<T>(ask: () => Promise<T>): Promise<T>;
}

export function storeAt(
  { origin, region, addressing, accessKeyId, secretAccessKey, bucket, folder, checksums = false }: StorePlace,
  networks: readonly string[],
  context: Pick<TaskContext, "callouts" | "clock" | "signal">,
): StoreAt {
  const { clock, signal } = context;
  const callouts = context.callouts(networks);
  const client = (call: Callouts["call"]) =>
    storeClient({
      address: { origin, region, addressing },
      credentials: { accessKeyId, secretAccessKey },
      call,
      clock,
    });
  const store = client((request) => callouts.call({ ...request, signal }));
  const { host } = new URL(origin);

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

  return {
    store,
    ending: client(callouts.call),
    callouts,
    bucket,
    checksums,
    host,
    keyOf: (...names) => [folder, ...names].filter((name) => name !== "").join("/"),
    asked,
    objects: (prefix) =>
      asked(async () => {
        const found: ObjectPage["objects"][number][] = [];
        for (let cursor: string | undefined = ""; cursor !== undefined; ) {
          const page: ObjectPage = await store.list(bucket, { prefix, cursor });
          found.push(...page.objects);
          cursor = page.cursor;
        }
        return found;
      }),
  };
}
