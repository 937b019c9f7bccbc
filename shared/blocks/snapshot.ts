import * as z from "zod";
import { isName } from "./object-names.ts";

const Name = z.string().refine(isName);
const Count = z.int().min(0);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** List of blocks: its id and position. */
const ListPlace = z.tuple([Sha256, Name, Count, Count]);
export type ListPlace = z.infer<typeof ListPlace>;

/** Number of a file's contents in a pack, and their total bytes there. Includes its lists. */
const PackUse = z.tuple([Name, Count, Count]);
export type PackUse = z.infer<typeof PackUse>;

const SnapshotFile = z.object({
  /** Path below the folder of the backup, with slashes, in Unicode NFC. Container folders are in `container1` and `container2`. */
  path: z.string().min(1),
  sizeBytes: Count,
  /** Last modification in milliseconds since the epoch. */
  modifiedAt: z.number(),
  /** SHA-256 of the ids of its blocks in order. */
  id: Sha256,
  lists: z.array(ListPlace),
  packs: z.array(PackUse),
});
export type SnapshotFile = z.infer<typeof SnapshotFile>;

/** Contents of a snapshot. */
export const Snapshot = z.object({
  format: z.literal("latchkey-blocks"),
  version: z.literal(1),
  set: Name,
  name: Name,
  /** Increases by one with each snapshot of a set. Reveals an older bucket that replaced a newer one. */
  counter: z.int().min(1),
  /** Schedule of FileMaker Server, and the backup that it made. */
  schedule: z.string(),
  backup: z.string(),
  startedAt: z.number(),
  endedAt: z.number(),
  files: z.array(SnapshotFile),
});
export type Snapshot = z.infer<typeof Snapshot>;

export function snapshotBytes(snapshot: Snapshot): Buffer {
  return Buffer.from(JSON.stringify(snapshot));
}
