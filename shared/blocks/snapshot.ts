import * as z from "zod";
import { isName } from "./object-names.ts";

const Name = z.string().refine(isName);
const Count = z.int().min(0);
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A list of blocks: its id, and where it lies. */
const ListPlace = z.tuple([Sha256, Name, Count, Count]);
export type ListPlace = z.infer<typeof ListPlace>;

/** How many contents a file has in a pack, and how many bytes they have there. Its lists are among them. */
const PackUse = z.tuple([Name, Count, Count]);
export type PackUse = z.infer<typeof PackUse>;

const SnapshotFile = z.object({
  /** From the folder of the backup, with slashes; in Unicode's form NFC. Container folders lie in `container1` and `container2`. */
  path: z.string().min(1),
  sizeBytes: Count,
  /** When it was written last. Milliseconds since the epoch. */
  modifiedAt: z.number(),
  /** SHA-256 over the ids of its blocks in their order. */
  id: Sha256,
  lists: z.array(ListPlace),
  packs: z.array(PackUse),
});
export type SnapshotFile = z.infer<typeof SnapshotFile>;

/** What a snapshot says. */
export const Snapshot = z.object({
  format: z.literal("latchkey-blocks"),
  version: z.literal(1),
  set: Name,
  name: Name,
  /** Grows by one with each snapshot of a set: an older bucket that was put in the place of a newer one shows. */
  counter: z.int().min(1),
  /** FileMaker Server's schedule, and the backup that it has made. */
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
