import type { NoteCleanup } from "#shared/audit/api.ts";
import { allBlobNames } from "#shared/ports/all-blob-names.ts";
import type { Blobs } from "#shared/ports/blobs.ts";
import { partNamed, uploadsPrefix } from "./part-names.ts";
import type { UploadStore } from "./store.ts";

interface OrphanedPartsDependencies {
  readonly store: UploadStore;
  readonly blobs: Blobs;
  readonly noteCleanup: NoteCleanup;
}

/**
 * Deletes the parts of uploads that no longer exist: expired, or used by a process that died before it deleted them. Returns the number of
 * parts. On AWS, a lifecycle rule of the bucket deletes what this misses.
 */
export async function deleteOrphanedParts({ store, blobs, noteCleanup }: OrphanedPartsDependencies): Promise<number> {
  const known = new Map<string, boolean>();
  let deleted = 0;
  for await (const name of allBlobNames(blobs, uploadsPrefix)) {
    const part = partNamed(name);
    if (part === undefined) continue;
    const isLiving = known.get(part.id) ?? (await store.get(part)) !== undefined;
    known.set(part.id, isLiving);
    if (isLiving) continue;
    await blobs.delete(name);
    deleted += 1;
  }
  const gone = [...known].flatMap(([id, isLiving]) => (isLiving ? [] : [`upload:${id}`]));
  await noteCleanup("cleanUpUploads", gone);
  return deleted;
}
