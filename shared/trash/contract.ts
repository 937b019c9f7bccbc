import * as z from "zod";
import { nameRefusal } from "#shared/agent/protocol/host-name.ts";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Id, Timestamp } from "#shared/contract/scalars.ts";
import { adminApiErrors } from "#shared/contract/values/admin-api-errors.ts";
import { fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { ClientMessage, Files } from "#shared/files/contract.ts";

const TrashId = z.uuid().describe("Id of the file in the trash. It doesn't change while the file is there.");

/** Name for a restored file, valid on every system. */
const NewName = z.string().refine((name) => nameRefusal(name) === undefined, {
  error: ({ input }) => nameRefusal(String(input)) ?? "must be a file name",
});

/** Deleted file or folder that can be restored. */
const TrashedFile = z.object({
  id: TrashId,
  filename: z.string().describe("Name of the file, with its extension."),
  type: z.enum(["file", "dir"]).describe("Type of the entry."),
  folder: z.string().describe("Original location: the kind of folder and the path below it."),
  isHosted: z
    .boolean()
    .describe("True if the database server hosted the file; false if it was deleted in the file browser."),
  sizeBytes: z
    .int()
    .describe(
      "Size in bytes: a hosted file's includes its external container data, a folder's includes its first 20,000 files.",
    ),
  deletedAt: Timestamp.describe("Time of the deletion."),
  keptUntil: Timestamp.describe("Time of permanent deletion."),
  deletedBy: z.string().describe("The user who deleted the file, named as in the audit trail."),
});
export type TrashedFile = z.infer<typeof TrashedFile>;

const exampleId = "01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b24";
const hostErrors = ["agent_unavailable", "agent_timeout", "agent_refused", "host_file_refused"] as const;
const inTrash = ({ id }: { readonly id: string }) => `trash:${id}`;

/** Deletion of hosted files. */
export const deletion = resource({
  deleteFiles: {
    method: "POST",
    path: "/svc/api/fm-file/delete",
    summary: "Move hosted files to the trash",
    description:
      "Starts a process: each file is closed and moved to the trash with its external container data. Users of a file see the message and get " +
      "FileMaker Server's grace period, or none with `force`. Nothing happens unless all files exist. A file that can't be moved is opened again.",
    access: "admin",
    input: z.object({
      files: Files,
      message: ClientMessage.default("").describe("Message for the users of the files."),
      force: z.boolean().default(false).describe("True to disconnect users immediately."),
    }),
    output: z.object({
      processId: Id.describe("Id of the process."),
      trash: z
        .array(z.object({ id: TrashId, filename: z.string().describe("Name of the file, with its extension.") }))
        .describe("Ids of the files in the trash, in the order of the request."),
    }),
    status: () => 202,
    changes: ({ files }: { readonly files: readonly string[] }) =>
      files.map((name) => `file:${fullDatabaseName(name)}`),
    errors: [...adminApiErrors, "database_not_found"],
    example: {
      input: { files: ["Archive"], message: "Archive is retired. Ask Ada for figures of old years." },
      output: { processId: 42, trash: [{ id: exampleId, filename: "Archive.fmp12" }] },
    },
  },
});

/** Trash: files and folders deleted here or in the file browser, which can be restored or deleted permanently. */
export const trash = resource({
  listTrash: {
    method: "GET",
    path: "/svc/api/trash",
    summary: "List deleted files and folders, newest first",
    access: "admin",
    input: z.object({ cursor: Cursor.optional() }),
    output: z.object({ trash: z.array(TrashedFile).describe("One page of the trash."), cursor: Cursor.nullable() }),
    errors: [...hostErrors],
    example: {
      output: {
        trash: [
          {
            id: exampleId,
            filename: "Archive.fmp12",
            type: "file",
            folder: "databases",
            isHosted: true,
            sizeBytes: 12_582_912,
            deletedAt: "2026-11-20T09:15:02.114Z",
            keptUntil: "2026-12-20T09:15:02.114Z",
            deletedBy: "session:admin",
          },
        ],
        cursor: null,
      },
    },
  },
  restoreFile: {
    method: "POST",
    path: "/svc/api/trash/{id}/restore",
    summary: "Restore a deleted file or folder",
    description:
      "A hosted file is hosted again, closed: open it with `POST /svc/api/fm-file/open`. If its name is in use, the request is rejected; send another name.",
    access: "admin",
    input: z.object({
      id: TrashId,
      filename: NewName.optional().describe(
        "New name; a hosted file's with or without `.fmp12`. Default: the old name.",
      ),
    }),
    output: z.object({
      filename: z.string().describe("Name of the restored file."),
      folder: z.string().describe("Location: the kind of folder and the path below it."),
    }),
    changes: inTrash,
    errors: [...hostErrors, "trash_not_found", "file_name_taken", "host_name_taken"],
    example: {
      input: { id: exampleId, filename: "Archive of 2020" },
      output: { filename: "Archive of 2020.fmp12", folder: "databases" },
    },
  },
  deleteForGood: {
    method: "DELETE",
    path: "/svc/api/trash/{id}",
    summary: "Delete a file in the trash permanently",
    access: "admin",
    input: z.object({ id: TrashId }),
    output: z.object({ freedBytes: z.int().describe("Freed disk space in bytes.") }),
    changes: inTrash,
    errors: [...hostErrors, "trash_not_found"],
    example: { input: { id: exampleId }, output: { freedBytes: 12_582_912 } },
  },
  emptyTrash: {
    method: "DELETE",
    path: "/svc/api/trash",
    summary: "Delete everything in the trash permanently",
    description:
      "Files that the host can't delete are listed; all others are deleted. A very full trash takes several calls: " +
      "each call responds after a few seconds and says if anything is left.",
    access: "admin",
    input: z.object({
      until: Timestamp.optional().describe("Only files deleted up to this time, such as the time of a list."),
    }),
    output: z.object({
      deleted: z.array(TrashId).describe("Ids of the deleted files."),
      freedBytes: z.int().describe("Freed disk space in bytes."),
      refused: z
        .array(
          z.object({
            id: TrashId,
            filename: z.string().describe("Name of the file, with its extension."),
            text: z.string().describe("Reason in words."),
          }),
        )
        .describe("Files that couldn't be deleted."),
      isFinished: z.boolean().describe("True if all files were processed. Otherwise call again."),
    }),
    changes: (_input: unknown, output?: { readonly deleted: readonly string[] }) =>
      output?.deleted.map((id) => `trash:${id}`),
    errors: [...hostErrors],
    example: {
      input: { until: "2026-11-20T09:15:02.114Z" },
      output: { deleted: [exampleId], freedBytes: 12_582_912, refused: [], isFinished: true },
    },
  },
});
