import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { keyOrder } from "./key-order.ts";
import type { PartRecord, UploadRecord } from "./object-record.ts";
import { recordFiles } from "./record-files.ts";
import { S3Error } from "./s3-error.ts";
import type { SegmentFiles } from "./segment-files.ts";

/** Open multipart uploads of a bucket. */
export interface Uploads {
  /** By key, then by start time. */
  readonly all: readonly UploadRecord[];
  start(upload: Omit<UploadRecord, "id">): UploadRecord;
  /** @throws S3Error if there is no upload with this id and key. */
  get(id: string, key: string): UploadRecord;
  /** In the order of their numbers. */
  parts(id: string): readonly PartRecord[];
  putPart(id: string, part: PartRecord): void;
  /** Removes an upload; the files of `kept` parts now belong to an object. */
  end(id: string, kept: readonly PartRecord[]): void;
}

interface StoredUpload {
  readonly upload: UploadRecord;
  readonly parts: readonly PartRecord[];
}

export function uploadsIn(folder: string, segments: SegmentFiles): Uploads {
  const files = recordFiles<StoredUpload>(join(folder));
  const uploads = new Map(
    files.all.map(({ upload, parts }) => [
      upload.id,
      { upload, parts: new Map(parts.map((part) => [part.number, part])) },
    ]),
  );

  function save(id: string): void {
    const stored = uploads.get(id);
    if (stored !== undefined) files.put(id, { upload: stored.upload, parts: [...stored.parts.values()] });
  }

  const partsOf = (id: string): readonly PartRecord[] =>
    [...(uploads.get(id)?.parts.values() ?? [])].sort((one, other) => one.number - other.number);

  return {
    get all() {
      return [...uploads.values()]
        .map(({ upload }) => upload)
        .sort(
          (one, other) => keyOrder(one.key, other.key) || one.startedMs - other.startedMs || keyOrder(one.id, other.id),
        );
    },
    start(started) {
      const upload = { ...started, id: randomBytes(24).toString("base64url") };
      uploads.set(upload.id, { upload, parts: new Map() });
      save(upload.id);
      return upload;
    },
    get(id, key) {
      const upload = uploads.get(id)?.upload;
      if (upload?.key !== key) {
        throw new S3Error(
          "NoSuchUpload",
          "The specified upload does not exist. It may have been aborted or completed.",
        );
      }
      return upload;
    },
    parts: partsOf,
    putPart(id, part) {
      const parts = uploads.get(id)?.parts;
      const before = parts?.get(part.number);
      parts?.set(part.number, part);
      save(id);
      if (before !== undefined) segments.discard([before.segment]);
    },
    end(id, kept) {
      const keep = new Set(kept.map(({ segment }) => segment.id));
      const left = partsOf(id).map(({ segment }) => segment);
      uploads.delete(id);
      files.remove(id);
      segments.discard(left.filter((segment) => !keep.has(segment.id)));
    },
  };
}
