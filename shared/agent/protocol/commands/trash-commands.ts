import * as z from "zod";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { HostName, HostPath, HostRoot, Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";

/** Maximum number of entries per page of the trash. */
export const trashEntries = 50;

const kept = {
  /** Time at which it is permanently deleted. */
  keptUntil: z.int(),
  deletedBy: z.string().max(300),
};

/** Retention of something that is deleted. */
export const TrashTicket = z.strictObject({ id: z.uuid(), ...kept });
export type TrashTicket = z.infer<typeof TrashTicket>;

/** File that was removed from the server, or file or folder that was deleted from one of its folders, as described by its sidecar. */
export const TrashEntry = z.strictObject({
  id: z.uuid(),
  filename: HostName,
  kind: z.enum(["file", "folder"]),
  /** Original location. */
  root: HostRoot,
  folder: HostPath,
  /** Including externally stored data. For a folder with very many files: size of the first ones. */
  sizeBytes: Offset,
  deletedAt: z.int(),
  ...kept,
});
export type TrashEntry = z.infer<typeof TrashEntry>;

/** Deleted files that can still be restored. All of these commands can be repeated; a completed one isn't run twice. */
export const trashCommands = lazySchemas({
  /** Checks that a hosted file, open or closed, can be moved to the trash. Changes nothing. */
  "trash.look": {
    request: () => z.strictObject({ filename: DatabaseName }),
    reply: () => z.strictObject({}),
  },
  "trash.move": {
    request: () =>
      z.strictObject({
        ...TrashTicket.shape,
        /** A closed file. The caller makes sure that it is closed. */
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
        /** New name, if it changes. */
        filename: HostName.optional(),
      }),
    reply: () => z.strictObject({ filename: z.string(), root: HostRoot, folder: HostPath }),
  },
  "trash.delete": {
    request: () => z.strictObject({ id: z.uuid() }),
    reply: () => z.strictObject({ freedBytes: Offset }),
  },
});
