import { link, mkdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { BlobExists, type BlobHead, type Blobs } from "#shared/ports/blobs.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Ids } from "#shared/ports/ids.ts";
import { checkName } from "#shared/ports/limits/blob-limits.ts";
import { readBlob } from "./blob-file.ts";
import { readLabel, writeLabel } from "./blob-label.ts";
import { blobPath } from "./blob-names.ts";
import { listBlobs } from "./blob-walk.ts";
import { type Draft, openDrafts } from "./drafts.ts";
import { syncFolder } from "./durable-files.ts";
import { hasCode, onDisk } from "./file-errors.ts";

export interface BlobsOptions {
  /** Created if missing. */
  readonly folder: string;
  readonly clock: Pick<Clock, "now">;
  readonly ids: Pick<Ids, "bytes">;
}

/** Opens the Blobs port in a folder. First deletes unfinished files of dead processes. */
export async function openBlobs({ folder, clock, ids }: BlobsOptions): Promise<Blobs> {
  // Blob names contain no tilde.
  const drafts = await openDrafts(join(folder, "~drafts"), ids);

  async function head(name: string): Promise<BlobHead | undefined> {
    const file = await onDisk(() => readLabel(blobPath(folder, name)));
    return file?.head;
  }

  /** Renames a finished draft to its final name, in one step. */
  async function publish(draft: Draft, name: string, ifAbsent: boolean): Promise<void> {
    const target = blobPath(folder, name);
    for (let attempt = 1; ; attempt++) {
      try {
        await makeFolder(dirname(target));
        await (ifAbsent ? link(draft.path, target) : rename(draft.path, target));
        return await syncFolder(dirname(target));
      } catch (error) {
        if (ifAbsent && hasCode(error, "EEXIST")) throw new BlobExists(`The blob ${name} already exists`);
        // A delete may remove a folder that just became empty.
        if (!hasCode(error, "ENOENT") || attempt === 10) throw error;
      }
    }
  }

  return {
    async put(name, body, { contentType, ifAbsent = false } = {}) {
      checkName(name);
      if (ifAbsent && (await head(name)) !== undefined) throw new BlobExists(`The blob ${name} already exists`);
      const draft = await onDisk(() => drafts.create());
      try {
        const etag = Buffer.from(ids.bytes(12)).toString("hex");
        const label = { etag, modifiedAt: clock.now(), ...(contentType === undefined ? {} : { contentType }) };
        let sizeBytes = 0;
        await onDisk(() => draft.write(writeLabel(label)));
        for await (const chunk of body) {
          sizeBytes += chunk.byteLength;
          await onDisk(() => draft.write(chunk));
        }
        await onDisk(() => draft.finish());
        await onDisk(() => publish(draft, name, ifAbsent));
        return { ...label, sizeBytes };
      } finally {
        await draft.discard();
      }
    },
    async get(name, range) {
      checkName(name);
      return onDisk(() => readBlob(blobPath(folder, name), range));
    },
    async head(name) {
      checkName(name);
      return head(name);
    },
    async delete(name) {
      checkName(name);
      await onDisk(async () => {
        const path = blobPath(folder, name);
        await rm(path, { force: true });
        await removeEmptyFolders(dirname(path), folder);
      });
    },
    list: (options) => onDisk(() => listBlobs(folder, options)),
  };
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

async function removeEmptyFolders(folder: string, root: string): Promise<void> {
  try {
    for (let empty = folder; empty !== root; empty = dirname(empty)) {
      await rmdir(empty);
    }
  } catch (error) {
    // Not empty anymore, or another call was faster.
    if (!hasCode(error, "ENOTEMPTY", "EEXIST", "ENOENT")) throw error;
  }
}
