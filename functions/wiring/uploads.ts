import { deleteOrphanedParts as deleteOrphans } from "#shared/files/uploads/orphaned-parts.ts";
import { partNamed } from "#shared/files/uploads/part-names.ts";
import { uploadStore } from "#shared/files/uploads/store.ts";
import { uploads } from "#shared/files/uploads/taken-upload.ts";
import { uploadParts as partsOf } from "#shared/files/uploads/upload-parts.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";
import { type AuditPlatform, cleanupTrail } from "./calls.ts";

/** Complete uploads, each usable by one call. */
export const takenUploads = memoized((platform: Pick<Platform, "table" | "clock" | "background" | "blobs">) => {
  const { clock, background } = platform;
  return uploads({
    store: uploadStore(platform.table),
    parts: uploadParts(platform),
    backgroundTasks: background,
    clock,
  });
});

/** True if an upload is waiting for the bytes of a blob with this name. */
export async function isAwaited(platform: Pick<Platform, "table">, name: string): Promise<boolean> {
  const part = partNamed(name);
  const upload = part && (await uploadStore(platform.table).get(part));
  return upload !== undefined && upload.record.etags === null;
}

/** Deletes parts of uploads that no longer exist, and records which ones. */
export function deleteOrphanedParts(platform: AuditPlatform & Pick<Platform, "blobs">): Promise<number> {
  const { blobs } = platform.blobs;
  return deleteOrphans({ store: uploadStore(platform.table), blobs, noteCleanup: cleanupTrail(platform) });
}

export const uploadParts = memoized(({ blobs }: Pick<Platform, "blobs">) => partsOf(blobs));
