import type { Blobs } from "../ports/blobs.ts";
import type { ProcessStore } from "./store.ts";
import { processBlobs, processOfBlob } from "./tool-log.ts";

interface LeftoversDependencies {
  readonly store: Pick<ProcessStore, "get">;
  readonly blobs: Blobs;
}

/** Deletes the tool logs of processes that are no longer kept. Answers how many. On AWS a lifecycle rule of the bucket does the same. */
export async function deleteToolLogs({ store, blobs }: LeftoversDependencies): Promise<number> {
  let deleted = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await blobs.list({ prefix: processBlobs, ...(cursor !== undefined && { cursor }) });
    for (const name of page.names) {
      const id = processOfBlob(name);
      if (id !== undefined && (await store.get(id)) !== undefined) continue;
      await blobs.delete(name);
      deleted += 1;
    }
    cursor = page.cursor;
    if (cursor === undefined) return deleted;
  }
}
