import type { StorePlace } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import { CalloutFailed, CalloutRefused, type Callouts } from "#shared/ports/callouts.ts";
import { StoreRefused } from "#shared/s3/failure.ts";
import { type ObjectPage, type StoreClient, storeClient } from "#shared/s3/store-client.ts";
import { Refused } from "../refused.ts";
import type { TaskContext } from "../tasks/task-context.ts";

/** Folder of a bucket, as used by a task. */
export interface StoreAt {
  /** Store client whose calls end when the task is stopped. */
  readonly store: StoreClient;
  /** Store client for cleanup after an abort. */
  readonly ending: StoreClient;
  readonly bucket: string;
  /** True if the store checks the CRC32 of uploads. */
  readonly checksums: boolean;
  /** HTTP client for requests outside the store's API, such as requests to an object's URL. */
  readonly callouts: Callouts;
  /** Host name of the store. */
  readonly host: string;
  /** Returns the key of an object, given folder names below this one. */
  keyOf(...names: readonly string[]): string;
  /** Returns all objects with this prefix. @throws Refused */
  objects(prefix: string): Promise<readonly ObjectPage["objects"][number][]>;
  /** Calls the store. @throws Refused with the store's message */
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
      if (signal.aborted) throw new Refused("failed", "aborted");
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
