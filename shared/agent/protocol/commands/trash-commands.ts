import * as z from "zod";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { HostName, HostPath, HostRoot, Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";

/** The most entries of one page of the trash. */
export const trashEntries = 50;

const kept = {
  /** The sweeper deletes it for good then. */
  keptUntil: z.int(),
  deletedBy: z.string().max(300),
};

/** How something is kept that is deleted. */
export const TrashTicket = z.strictObject({ id: z.uuid(), ...kept });
export type TrashTicket = z.infer<typeof TrashTicket>;

/** A file that was taken off the server, or a file or folder that was taken out of one of its folders, as its sidecar tells. */
export const TrashEntry = z.strictObject({
  id: z.uuid(),
  filename: HostName,
  kind: z.enum(["file", "folder"]),
  /** Where it came from. */
  root: HostRoot,
  folder: HostPath,
  /** With what it stored outside of itself. Of a folder with very many files: of its first ones. */
  sizeBytes: Offset,
  deletedAt: z.int(),
  ...kept,
});
export type TrashEntry = z.infer<typeof TrashEntry>;

/** Files that were deleted and can still be had back. All of these may be asked again: what was done is not done twice. */
export const trashCommands = lazySchemas({
  "trash.move": {
    request: () =>
      z.strictObject({
        ...TrashTicket.shape,
        /** A closed file: who asks has seen to that. */
        filename: DatabaseName,
      }),
    reply: () => TrashEntry,
  },
  "trash.list": {
    request: () => z.strictObject({ cursor: z.uuid().optional() }),
    reply: () => z.strictObject({ entries: z.array(TrashEntry).max(trashEntries), cursor: z.uuid().nullable() }),
  },
  "trash.restore": {
    request: () =>
      z.strictObject({
        id: z.uuid(),
        /** Another name than it had. */
        filename: HostName.optional(),
      }),
    reply: () => z.strictObject({ filename: z.string(), root: HostRoot, folder: HostPath }),
  },
  "trash.delete": {
    request: () => z.strictObject({ id: z.uuid() }),
    reply: () => z.strictObject({ freedBytes: Offset }),
  },
});
