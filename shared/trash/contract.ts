import * as z from "zod";
import { nameRefusal } from "#shared/agent/protocol/host-name.ts";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Id, Timestamp } from "#shared/contract/scalars.ts";
import { adminApiErrors } from "#shared/contract/values/admin-api-errors.ts";
import { fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { ClientMessage, Files } from "#shared/files/contract.ts";

const TrashId = z
  .uuid()
  .describe("What the file is called in the trash. It stays the same for as long as the file is there.");

/** Name for a restored file, valid on every system. */
const NewName = z.string().refine((name) => nameRefusal(name) === undefined, {
  error: ({ input }) => nameRefusal(String(input)) ?? "must be a file name",
});

/** Deleted file or folder that can be restored. */
const TrashedFile = z.object({
  id: TrashId,
  filename: z.string().describe("Its name, with its extension."),
  type: z.enum(["file", "dir"]).describe("What it is."),
  folder: z.string().describe("Where it was: the kind of folder, and the folder below it."),
  isHosted: z
    .boolean()
    .describe("Whether the database server hosted it. Otherwise it was deleted in the file browser."),
  sizeBytes: z
    .int()
    .describe(
      "Its size: a hosted file's with that of containers which it kept outside of itself, a folder's with that of its first 20,000 files.",
    ),
  deletedAt: Timestamp.describe("When it was deleted."),
  keptUntil: Timestamp.describe("When it is deleted for good."),
  deletedBy: z.string().describe("Who has deleted it, as the audit trail names people."),
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
    summary: "Delete hosted files, into the trash",
    description:
      "A process: each file is closed and moved into the trash, with the containers that it keeps outside of itself. People in a file see the message and get " +
      "FileMaker Server's time of grace, or with `force` none. Nothing is begun unless every file is known. A file that cannot be moved is opened again.",
    access: "admin",
    input: z.object({
      files: Files,
      message: ClientMessage.default("").describe("The message that people in the files see."),
      force: z.boolean().default(false).describe("Whether people are disconnected at once."),
    }),
    output: z.object({
      processId: Id.describe("The id of the process, to follow it by."),
      trash: z
        .array(z.object({ id: TrashId, filename: z.string().describe("The file's name, with its extension.") }))
        .describe("What the files will be called in the trash, in the order of the call."),
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
    output: z.object({ trash: z.array(TrashedFile).describe("A page of the trash."), cursor: Cursor.nullable() }),
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
    summary: "Put a deleted file or folder back where it was",
    description:
      "A hosted file is hosted again, closed: open it with `POST /svc/api/fm-file/open`. Where its name is taken by now it is refused, and can be given another one.",
    access: "admin",
    input: z.object({
      id: TrashId,
      filename: NewName.optional().describe("Another name than it had; a hosted file's with or without `.fmp12`."),
    }),
    output: z.object({
      filename: z.string().describe("The name that it has now."),
      folder: z.string().describe("Where it is: the kind of folder, and the folder below it."),
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
    summary: "Delete what is in the trash for good",
    access: "admin",
    input: z.object({ id: TrashId }),
    output: z.object({ freedBytes: z.int().describe("How many bytes the disk has got back.") }),
    changes: inTrash,
    errors: [...hostErrors, "trash_not_found"],
    example: { input: { id: exampleId }, output: { freedBytes: 12_582_912 } },
  },
  emptyTrash: {
    method: "DELETE",
    path: "/svc/api/trash",
    summary: "Delete everything in the trash for good",
    description:
      "What the host refuses to delete is named, and the rest goes all the same. A very full trash takes several calls: " +
      "the answer comes after some seconds, and says whether anything is left.",
    access: "admin",
    input: z.object({
      until: Timestamp.optional().describe("Only what was deleted until then, such as what a list has shown."),
    }),
    output: z.object({
      deleted: z.array(TrashId).describe("What is gone."),
      freedBytes: z.int().describe("How many bytes the disk has got back."),
      refused: z
        .array(
          z.object({
            id: TrashId,
            filename: z.string().describe("Its name, with its extension."),
            text: z.string().describe("Why, in words."),
          }),
        )
        .describe("What could not be deleted."),
      isFinished: z.boolean().describe("Whether all of it was tried. Otherwise ask again."),
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
