import type { Blobs } from "../ports/blobs.ts";
import { partNamed, uploadsPrefix } from "./part-names.ts";
import type { UploadStore } from "./store.ts";

interface LeftoversDependencies {
  readonly store: UploadStore;
  readonly blobs: Blobs;
}

/**
 * Deletes the parts of uploads that are gone: expired, or taken by a process that died before it had tidied up. Answers how many parts.
 * On AWS a lifecycle rule of the bucket does the same.
 */
export async function deleteLeftovers({ store, blobs }: LeftoversDependencies): Promise<number> {
  const known = new Map<string, boolean>();
  let deleted = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await blobs.list({ prefix: uploadsPrefix, ...(cursor !== undefined && { cursor }) });
    for (const name of page.names) {
      const part = partNamed(name);
      if (part === undefined) continue;
      const isLiving = known.get(part.id) ?? (await store.get(part)) !== undefined;
      known.set(part.id, isLiving);
      if (isLiving) continue;
      await blobs.delete(name);
      deleted += 1;
    }
    cursor = page.cursor;
    if (cursor === undefined) return deleted;
  }
}
