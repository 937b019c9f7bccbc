import { join } from "node:path";
import { indexOfKey, keyOrder } from "./key-order.ts";
import type { ObjectRecord } from "./object-record.ts";
import { recordFiles } from "./record-files.ts";
import { type SegmentFiles, segmentFiles } from "./segment-files.ts";
import { type Uploads, uploadsIn } from "./uploads.ts";

/** Bucket in a folder of its own. */
export interface Bucket {
  readonly name: string;
  readonly segments: SegmentFiles;
  readonly uploads: Uploads;
  /** All keys, in the order of their UTF-8 bytes. */
  readonly keys: readonly string[];
  get(key: string): ObjectRecord | undefined;
  /** Stores an object, replacing the previous one, if `permit` doesn't throw. */
  put(record: ObjectRecord, permit: (before: ObjectRecord | undefined) => void): void;
  delete(key: string): void;
}

export function openBucket(folder: string, name: string): Bucket {
  const segments = segmentFiles(join(folder, name, "data"));
  const files = recordFiles<ObjectRecord>(join(folder, name, "objects"));
  const objects = new Map(files.all.map((record) => [record.key, record]));
  const keys = [...objects.keys()].sort(keyOrder);
  const uploads = uploadsIn(join(folder, name, "uploads"), segments);
  segments.keepOnly([
    ...files.all.flatMap((record) => record.segments),
    ...uploads.all.flatMap(({ id }) => uploads.parts(id).map(({ segment }) => segment)),
  ]);

  return {
    name,
    segments,
    uploads,
    keys,
    get: (key) => objects.get(key),
    put(record, permit) {
      const before = objects.get(record.key);
      permit(before);
      files.put(record.key, record);
      objects.set(record.key, record);
      if (before === undefined) keys.splice(indexOfKey(keys, record.key), 0, record.key);
      else segments.discard(before.segments);
    },
    delete(key) {
      const record = objects.get(key);
      if (record === undefined) return;
      files.remove(key);
      objects.delete(key);
      keys.splice(indexOfKey(keys, key), 1);
      segments.discard(record.segments);
    },
  };
}
