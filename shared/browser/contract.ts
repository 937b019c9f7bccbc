import * as z from "zod";
import { HostRoot } from "#shared/agent/protocol/host-path.ts";
import { hostPathText } from "#shared/agent/protocol/host-path-text.ts";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Timestamp } from "#shared/contract/scalars.ts";

const FileId = z
  .string()
  .min(1)
  .max(5_000)
  .describe("A file's or folder's id, from a listing: its path in base64url. It stays while the path stays.");
const FilePath = z
  .string()
  .min(1)
  .max(4_000)
  .describe("In place of `id`: the path, such as `documents/Reports`, its first word one of the roots.");
const NewName = z.string().min(1).max(255).describe("A name that every system reads alike. No path.");
const Tag = z.string().max(100).describe("From a listing. Where it is given, the file must not have changed since.");
const Switch = z.enum(["true", "false"]).transform((text) => text === "true");

const capabilities = z
  .object({
    canDownload: z.boolean().describe("Whether it is sent as it lies there. A folder goes as a zip."),
    canChange: z.boolean().describe("Whether it may be renamed, moved and deleted."),
    canFill: z.boolean().describe("Whether files may come into it. Folders only."),
  })
  .describe("What may be done with it.");

/** File or folder on the database host. */
export const HostFile = z.object({
  id: FileId,
  name: z.string().describe("Its name."),
  path: z.string().describe("Its path, as `path` takes it."),
  type: z.enum(["file", "dir"]).describe("Links are listed as files that cannot be sent."),
  size: z.number().optional().describe("Bytes. Left out for folders."),
  modifiedTime: Timestamp.describe("When it was written to last."),
  tag: Tag,
  mark: z
    .enum(["hosted", "containers", "link"])
    .nullable()
    .describe("`hosted`: a file of the database server. `containers`: what its files store outside of themselves."),
  root: HostRoot.nullable().describe("Which of the server's folders it is. Null: none of them, but something in one."),
  capabilities,
});
export type HostFile = z.infer<typeof HostFile>;

const fileReference = { id: FileId.optional(), path: FilePath.optional() };

const exampleFile: HostFile = {
  id: "ZG9jdW1lbnRzL01heS5wZGY",
  name: "May.pdf",
  path: "documents/May.pdf",
  type: "file",
  size: 48_211,
  modifiedTime: "2026-11-20T09:15:02.114Z",
  tag: "2s-1k-116z-1cq2ljdlxjgw",
  mark: null,
  root: null,
  capabilities: { canDownload: true, canChange: true, canFill: false },
};
const exampleFolder: HostFile = {
  ...exampleFile,
  id: "ZG9jdW1lbnRzL1JlcG9ydHM",
  name: "Reports",
  path: "documents/Reports",
  type: "dir",
  size: undefined,
  capabilities: { canDownload: true, canChange: true, canFill: true },
};

const hostErrors = [
  "agent_unavailable",
  "agent_timeout",
  "agent_refused",
  "host_file_not_found",
  "host_file_refused",
] as const;
/** Errors of paths that begin with `offsite`, which lead to offsite locations. */
const offsiteErrors = ["offsite_location_not_found", "offsite_call_refused", "offsite_store_away"] as const;
const changeErrors = [...hostErrors, "host_folder_read_only", "host_name_taken", "host_file_changed"] as const;

type FileReference = Parameters<typeof hostPathText>[0];

/** Returns the object of a change for the audit trail: a path, because ids mean nothing to its readers. */
const changed = (where: FileReference) => objectAt(hostPathText(where));
const objectAt = (path: string | undefined) => (path === undefined ? undefined : `host-file:${path.slice(0, 255)}`);

const downloadErrors = [
  ...hostErrors,
  ...offsiteErrors,
  "host_file_not_sent",
  "host_file_changed",
  "range_unsatisfiable",
] as const;
const download = {
  access: "admin",
  input: z.object(fileReference),
  output: z.string(),
  answers: "bytes",
  contentType: "application/octet-stream",
  errors: downloadErrors,
  example: { input: { path: "documents/May.pdf" } },
} as const;
const linked = {
  ...download,
  access: "anyone",
  input: z.object({ token: z.string().min(1).max(6_000).describe("From the link.") }),
  errors: [...downloadErrors, "host_link_refused"],
  example: { input: { token: "WyJkb2N1bWVudHMvTWF5LnBkZiIs" } },
} as const;

const tus = {
  access: "admin",
  output: z.string(),
  answers: "bytes",
  takes: "bytes",
  headers: {
    "Tus-Resumable": "1.0.0",
    "Tus-Version": "1.0.0",
    "Tus-Extension": "creation,expiration,checksum,termination",
    "Tus-Checksum-Algorithm": "sha1,sha256,md5",
  },
} as const;
const UploadId = z.uuid().describe("The upload's id, from its `Location`.");
const uploadErrors = [...hostErrors, "tus_version_unsupported"] as const;
const uploadExample = { input: { id: "01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b24" } };

export const browser = resource({
  listHostFiles: {
    method: "GET",
    path: "/svc/api/files",
    summary: "List a folder on the database host",
    description:
      "The server's folders where neither `id` nor `path` is given. FileMaker Server need not run. `offsite/<location>/<bucket>` is a bucket of an offsite location, by name only.",
    access: "admin",
    input: z.object({
      ...fileReference,
      sort: z.enum(["name", "size", "time", "kind"]).default("name").describe("What it is sorted by."),
      descending: Switch.optional().describe("`true`: the other way round."),
      filter: z.string().min(1).max(255).optional().describe("What a name holds, whatever its case."),
      cursor: Cursor.optional(),
      limit: z.coerce.number().int().min(1).max(1_000).default(1_000).describe("How many entries at most."),
    }),
    output: z.object({
      path: z.string().describe("The folder's path. Empty where the server's folders are listed."),
      files: z.array(HostFile).describe("What is in it."),
      cursor: Cursor.nullable(),
      canFill: z.boolean().describe("Whether files may come into it."),
      freeBytes: z.number().nullable().describe("What its disk has left. Null where the server's folders are listed."),
      uploadPartBytes: z.int().describe("The most bytes that one PATCH of an upload carries here."),
    }),
    errors: [...hostErrors, ...offsiteErrors],
    example: {
      input: { path: "documents" },
      output: {
        path: "documents",
        files: [exampleFile],
        cursor: null,
        canFill: true,
        freeBytes: 81_604_378_624,
        uploadPartBytes: 25_000_000,
      },
    },
  },
  getHostFile: {
    method: "GET",
    path: "/svc/api/files/stat",
    summary: "Read what is known of one file or folder",
    access: "admin",
    input: z.object(fileReference),
    output: z.object({ file: HostFile.describe("The file or folder.") }),
    errors: [...hostErrors, ...offsiteErrors, "host_file_not_sent"],
    example: { input: { path: "documents/May.pdf" }, output: { file: exampleFile } },
  },
  getHostFolderSize: {
    method: "GET",
    path: "/svc/api/files/size",
    summary: "Count what a folder holds",
    grants: "the host begins to count",
    description:
      "Answers after `waitSeconds` with what is counted so far. Ask again until `isComplete`: the host counts on, for as long as it is asked every minute.",
    access: "admin",
    input: z.object({
      ...fileReference,
      waitSeconds: z.coerce.number().int().min(0).max(20).default(5).describe("How long an answer may take."),
    }),
    output: z.object({
      sizeBytes: z.number().describe("The bytes of all files in it."),
      files: z.int().describe("How many files."),
      folders: z.int().describe("How many folders."),
      isComplete: z.boolean().describe("Whether everything is counted."),
    }),
    errors: hostErrors,
    example: {
      input: { path: "documents/Reports" },
      output: { sizeBytes: 48_211, files: 1, folders: 0, isComplete: true },
    },
  },
  stopHostFolderSize: {
    method: "DELETE",
    path: "/svc/api/files/size",
    summary: "Stop counting what a folder holds",
    access: "admin",
    input: z.object(fileReference),
    output: z.object({ wasCounting: z.boolean().describe("Whether it was being counted.") }),
    changes: false,
    errors: hostErrors,
    example: { input: { path: "documents/Reports" }, output: { wasCounting: false } },
  },
  makeHostFolder: {
    method: "POST",
    path: "/svc/api/files/folder",
    summary: "Make a folder",
    access: "admin",
    input: z.object({ ...fileReference, name: NewName.describe("The new folder's name; `id` or `path` say where.") }),
    output: z.object({ path: z.string().describe("Its path."), file: HostFile.describe("The folder.") }),
    changes: ({ name, ...where }: FileReference & { readonly name: string }) =>
      objectAt(`${hostPathText(where)}/${name}`),
    errors: changeErrors,
    example: {
      input: { path: "documents", name: "Reports" },
      output: { path: exampleFolder.path, file: exampleFolder },
    },
  },
  moveHostFile: {
    method: "POST",
    path: "/svc/api/files/move",
    summary: "Rename or move a file or folder",
    description: "On one disk. A file takes the place of another where `replace` says so, at once and whole.",
    access: "admin",
    input: z.object({
      ...fileReference,
      to: FileId.optional().describe("The id of the folder that it goes to. It stays where it is when none is given."),
      toPath: FilePath.optional().describe("In place of `to`: that folder's path."),
      name: NewName.optional().describe("Its new name. It keeps its own when none is given."),
      replace: z.boolean().default(false).describe("Whether a file of that name is replaced."),
      tag: Tag.optional(),
    }),
    output: z.object({
      path: z.string().describe("Its new path."),
      from: z.string().describe("The path that it had."),
      file: HostFile.describe("The file or folder."),
    }),
    changes: (where: FileReference, output: { readonly path: string } | undefined) =>
      [objectAt(hostPathText(where)), objectAt(output?.path)].filter((object) => object !== undefined),
    errors: changeErrors,
    example: {
      input: { path: "documents/April.pdf", name: "May.pdf" },
      output: { path: exampleFile.path, from: "documents/April.pdf", file: exampleFile },
    },
  },
  deleteHostFile: {
    method: "DELETE",
    path: "/svc/api/files",
    summary: "Delete a file or folder, into the trash",
    description:
      "It is kept as deleted hosted files are: `GET /svc/api/trash` lists it. A link is not kept; what it leads to stays. With `forGood` nothing is, and its disk space is free at once.",
    access: "admin",
    input: z.object({
      ...fileReference,
      recursive: Switch.optional().describe(
        "`true`: a folder goes with all that is in it. Otherwise it has to be empty.",
      ),
      forGood: Switch.optional().describe("`true`: past the trash."),
      tag: Tag.optional(),
    }),
    output: z.object({
      path: z.string().describe("The path that it had."),
      type: z.enum(["file", "dir"]).describe("What it was."),
      trashId: z.uuid().nullable().describe("What it is called in the trash. Null: it is gone for good."),
    }),
    changes: changed,
    errors: changeErrors,
    example: {
      input: { path: "documents/May.pdf" },
      output: { path: "documents/May.pdf", type: "file", trashId: "01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b24" },
    },
  },
  getHostFileLink: {
    method: "GET",
    path: "/svc/api/files/get-download-link",
    summary: "Make a link that downloads a file or folder with no sign-in",
    grants: "a link that needs no sign-in",
    description: "Anyone with the link may download until it expires. It is a secret.",
    access: "admin",
    holdsSecret: true,
    input: z.object({
      ...fileReference,
      urlExpiry: z
        .string()
        .max(10)
        .default("10m")
        .describe("How long it is good: a number with `s`, `m`, `h` or `d`, a week at most."),
    }),
    output: z.object({
      downloadUrl: z.string().describe("The link. A secret."),
      expiresAt: Timestamp.describe("Until when it is good."),
    }),
    errors: [...hostErrors, ...offsiteErrors, "host_file_not_sent"],
    example: {
      input: { path: "documents/May.pdf", urlExpiry: "1h" },
      output: {
        downloadUrl: "https://fms.example.com/svc/api/files/link?token=WyJkb2N1bWVudHMvTWF5LnBkZiIs",
        expiresAt: "2026-11-20T10:15:02.114Z",
      },
    },
  },
  downloadHostFile: {
    ...download,
    method: "GET",
    path: "/svc/api/files/download",
    summary: "Download a file, or a folder as a zip",
    description: "A file as it is, or a part of it with the header `Range`. FileMaker Server need not run.",
  },
  describeHostFile: {
    ...download,
    method: "HEAD",
    path: "/svc/api/files/download",
    summary: "Ask for a file's size and state",
  },
  downloadLinkedFile: {
    ...linked,
    method: "GET",
    path: "/svc/api/files/link",
    summary: "Download what a link leads to",
    description: "No sign-in: the token is the proof.",
  },
  describeLinkedFile: {
    ...linked,
    method: "HEAD",
    path: "/svc/api/files/link",
    summary: "Ask for the size and state of what a link leads to",
  },
  beginHostUpload: {
    ...tus,
    method: "POST",
    path: "/svc/api/files/uploads",
    summary: "Begin an upload to a folder, by tus 1.0",
    description:
      "`Upload-Length` says how many bytes will come. `Upload-Metadata` says `filename`, and the folder by `id` or `path`; `replace` lets it take the place of a file, " +
      "and `tag` of that one only. Answers 201 with the upload's `Location`; it is kept for two days. The file is there when all its bytes are, and not before.",
    input: z.object({}),
    changes: (_input: unknown, output: { readonly objects?: readonly string[] } | undefined) => output?.objects,
    errors: [...uploadErrors, "host_folder_read_only", "host_name_taken", "host_file_changed", "host_disk_full"],
  },
  getHostUpload: {
    ...tus,
    method: "HEAD",
    path: "/svc/api/files/uploads/{id}",
    summary: "Ask how much an upload holds",
    input: z.object({ id: UploadId }),
    errors: [...uploadErrors, "host_name_taken", "host_file_changed"],
    example: uploadExample,
  },
  bringHostUpload: {
    ...tus,
    method: "PATCH",
    path: "/svc/api/files/uploads/{id}",
    summary: "Bring bytes of an upload",
    description:
      "From `Upload-Offset` on, as `application/offset+octet-stream`. What comes before a connection breaks is kept, unless `Upload-Checksum` is there: then all or nothing.",
    input: z.object({ id: UploadId }),
    errors: [
      ...uploadErrors,
      "content_type_unsupported",
      "upload_offset_wrong",
      "upload_checksum_wrong",
      "host_name_taken",
      "host_file_changed",
      "host_disk_full",
    ],
    example: uploadExample,
  },
  endHostUpload: {
    ...tus,
    method: "DELETE",
    path: "/svc/api/files/uploads/{id}",
    summary: "Give an upload up",
    input: z.object({ id: UploadId }),
    changes: ({ id }: { readonly id: string }) => `host-upload:${id}`,
    errors: uploadErrors,
    example: uploadExample,
  },
});
