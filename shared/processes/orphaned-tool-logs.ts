import { allBlobNames } from "#shared/ports/all-blob-names.ts";
import type { Blobs } from "#shared/ports/blobs.ts";
import type { ProcessStore } from "./store.ts";
import { processBlobs, processOfBlob } from "./tool-log.ts";

interface OrphanedToolLogsDependencies {
  readonly store: Pick<ProcessStore, "get">;
  readonly blobs: Blobs;
}

/**
 * Deletes the tool logs of processes that no longer exist. Returns their number. On AWS, a lifecycle rule of the bucket also deletes them.
 */
export async function deleteOrphanedToolLogs({ store, blobs }: OrphanedToolLogsDependencies): Promise<number> {
  let deleted = 0;
  for await (const name of allBlobNames(blobs, processBlobs)) {
    const id = processOfBlob(name);
    if (id !== undefined && (await store.get(id)) !== undefined) continue;
    await blobs.delete(name);
    deleted += 1;
  }
  return deleted;
}
