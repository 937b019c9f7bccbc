import * as z from "zod";
import { HostRoot } from "#shared/agent/protocol/host-path.ts";
import { hostPathText } from "#shared/agent/protocol/host-path-text.ts";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Timestamp } from "#shared/contract/scalars.ts";

const FileId = z
  .string()
  .min(1)
  .max(5_000)
  .describe(
    "ID of a file or folder, from a listing: its path in base64url. It stays the same as long as the path does.",
  );
const FilePath = z
  .string()
  .min(1)
  .max(4_000)
  .describe("Path instead of `id`, such as `documents/Reports`. It begins with one of the roots.");
const NewName = z.string().min(1).max(255).describe("A name that is valid on every operating system; not a path.");
const Tag = z.string().max(100).describe("Tag from a listing. If given, the request fails if the file changed since.");
const Switch = z.enum(["true", "false"]).transform((text) => text === "true");

const capabilities = z
  .object({
    canDownload: z.boolean().describe("True if it can be downloaded. A folder is downloaded as a zip."),
    canChange: z.boolean().describe("True if it can be renamed, moved and deleted."),
    canFill: z.boolean().describe("True if files can be added to it. Folders only."),
  })
  .describe("Allowed actions.");

/** File or folder on the database host. */
export const HostFile = z.object({
  id: FileId,
  name: z.string().describe("Name."),
  path: z.string().describe("Path, as accepted by `path`."),
  type: z.enum(["file", "dir"]).describe("Links are listed as files that can't be downloaded."),
  size: z.number().optional().describe("Size in bytes. Omitted for folders."),
  modifiedTime: Timestamp.describe("Time of the last change."),
  tag: Tag,
  mark: z
    .enum(["hosted", "containers", "link"])
    .nullable()
    .describe(
      "`hosted`: a hosted FileMaker file. `containers`: externally stored container data of hosted files. `link`: a symbolic link. Null for anything else.",
    ),
  root: HostRoot.nullable().describe("FileMaker Server folder, if it is one; otherwise null."),
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
  "download_not_ready",
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
  input: z.object({ token: z.string().min(1).max(6_000).describe("Token from the link.") }),
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
const UploadId = z.uuid().describe("Upload ID, from the `Location` header.");
const uploadErrors = [...hostErrors, "tus_version_unsupported"] as const;
const uploadExample = { input: { id: "01939b5e-7c1a-7f3e-9d2b-5a6c8e0f1b24" } };

export const browser = resource({
  listHostFiles: {
    method: "GET",
    path: "/svc/api/files",
    summary: "List a folder on the database host",
    description:
      "Lists FileMaker Server's folders if neither `id` nor `path` is given. Works while FileMaker Server is stopped. `offsite/<location>/<bucket>` lists a bucket of an offsite location, sorted by name only.",
    access: "admin",
    input: z.object({
      ...fileReference,
      sort: z.enum(["name", "size", "time", "kind"]).default("name").describe("Sort order."),
      descending: Switch.optional().describe("`true` reverses the order."),
      filter: z.string().min(1).max(255).optional().describe("Text that names must contain; not case-sensitive."),
      cursor: Cursor.optional(),
      limit: z.coerce.number().int().min(1).max(1_000).default(1_000).describe("Page size. Default: 1000."),
    }),
    output: z.object({
      path: z.string().describe("Path of the folder. Empty for the list of FileMaker Server's folders."),
      files: z.array(HostFile).describe("Files and folders in it."),
      cursor: Cursor.nullable(),
      canFill: z.boolean().describe("True if files can be added to it."),
      freeBytes: z
        .number()
        .nullable()
        .describe("Free space on its disk, in bytes. Null for the list of FileMaker Server's folders."),
      uploadPartBytes: z.int().describe("Maximum size of one PATCH request of an upload, in bytes."),
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
    summary: "Get a file or folder",
    access: "admin",
    input: z.object(fileReference),
    output: z.object({ file: HostFile.describe("The file or folder.") }),
    errors: [...hostErrors, ...offsiteErrors, "host_file_not_sent"],
    example: { input: { path: "documents/May.pdf" }, output: { file: exampleFile } },
  },

  getHostFolderSize: {
    method: "GET",
    path: "/svc/api/files/size",
    summary: "Get a folder's size",
    grants: "counting a folder on the host",
    description:
      "Responds after `waitSeconds` with the size so far. Repeat until `isComplete`. The host keeps counting as long as it is asked at least once a minute.",
    access: "admin",
    input: z.object({
      ...fileReference,
      waitSeconds: z.coerce
        .number()
        .int()
        .min(0)
        .max(20)
        .default(5)
        .describe("Maximum response time in seconds. Default: 5."),
    }),
    output: z.object({
      sizeBytes: z.number().describe("Total size of all files in it, in bytes."),
      files: z.int().describe("Number of files."),
      folders: z.int().describe("Number of folders."),
      isComplete: z.boolean().describe("True when everything is counted."),
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
    summary: "Stop counting a folder's size",
    access: "admin",
    input: z.object(fileReference),
    output: z.object({ wasCounting: z.boolean().describe("True if a count was running.") }),
    changes: false,
    errors: hostErrors,
    example: { input: { path: "documents/Reports" }, output: { wasCounting: false } },
  },

  makeHostFolder: {
    method: "POST",
    path: "/svc/api/files/folder",
    summary: "Create a folder",
    access: "admin",
    input: z.object({
      ...fileReference,
      name: NewName.describe("Name of the new folder. `id` or `path` names its parent folder."),
    }),
    output: z.object({ path: z.string().describe("Path of the folder."), file: HostFile.describe("The folder.") }),
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
    description:
      "Source and target must be on the same disk. With `replace`, the file replaces an existing one in a single step.",
    access: "admin",
    input: z.object({
      ...fileReference,
      to: FileId.optional().describe("ID of the target folder. Default: the current folder."),
      toPath: FilePath.optional().describe("Path of the target folder, instead of `to`."),
      name: NewName.optional().describe("New name. Default: the current name."),
      replace: z.boolean().default(false).describe("Replaces an existing file of this name."),
      tag: Tag.optional(),
    }),
    output: z.object({
      path: z.string().describe("New path."),
      from: z.string().describe("Previous path."),
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
    summary: "Delete a file or folder",
    description:
      "Moves it to the trash, which `GET /svc/api/trash` lists. A symbolic link is deleted directly; its target isn't touched. With `forGood`, the trash is bypassed and the disk space is freed immediately.",
    access: "admin",
    input: z.object({
      ...fileReference,
      recursive: Switch.optional().describe(
        "`true` deletes a folder with all its content. Otherwise the folder must be empty.",
      ),
      forGood: Switch.optional().describe("`true` deletes permanently, bypassing the trash."),
      tag: Tag.optional(),
    }),
    output: z.object({
      path: z.string().describe("Previous path."),
      type: z.enum(["file", "dir"]).describe("Type of the deleted item."),
      trashId: z.uuid().nullable().describe("ID in the trash; null if it was deleted permanently."),
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
    summary: "Create a download link that needs no sign-in",
    grants: "a link that needs no sign-in",
    description: "Anyone with the link can download the file or folder until the link expires. Treat it as a secret.",
    access: "admin",
    holdsSecret: true,
    input: z.object({
      ...fileReference,
      urlExpiry: z
        .string()
        .max(10)
        .default("10m")
        .describe("Lifetime of the link: a number followed by `s`, `m`, `h` or `d`. Maximum: 7 days. Default: `10m`."),
    }),
    output: z.object({
      downloadUrl: z.string().describe("The link. It is a secret."),
      expiresAt: Timestamp.describe("Expiry time."),
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
    description: "The header `Range` requests a part of a file. Works while FileMaker Server is stopped.",
  },

  describeHostFile: {
    ...download,
    method: "HEAD",
    path: "/svc/api/files/download",
    summary: "Get the headers of a download",
  },

  beginHostUpload: {
    ...tus,
    method: "POST",
    path: "/svc/api/files/uploads",
    summary: "Start an upload to a folder (tus 1.0)",
    description:
      "`Upload-Length` is the size of the file. `Upload-Metadata` has `filename` and the folder as `id` or `path`. `replace` allows replacing an existing file; " +
      "with `tag`, only if it hasn't changed. Responds with 201 and the upload's `Location`. An upload is kept for two days. The file appears when all its bytes have arrived.",
    input: z.object({}),
    changes: (_input: unknown, output: { readonly objects?: readonly string[] } | undefined) => output?.objects,
    errors: [...uploadErrors, "host_folder_read_only", "host_name_taken", "host_file_changed", "host_disk_full"],
  },

  getHostUpload: {
    ...tus,
    method: "HEAD",
    path: "/svc/api/files/uploads/{id}",
    summary: "Get an upload's offset",
    input: z.object({ id: UploadId }),
    errors: [...uploadErrors, "host_name_taken", "host_file_changed"],
    example: uploadExample,
  },

  bringHostUpload: {
    ...tus,
    method: "PATCH",
    path: "/svc/api/files/uploads/{id}",
    summary: "Upload bytes",
    description:
      "Sends bytes from `Upload-Offset` on, as `application/offset+octet-stream`. If the connection is interrupted, received bytes are kept, unless the request has `Upload-Checksum`.",
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
    summary: "Cancel an upload",
    input: z.object({ id: UploadId }),
    changes: ({ id }: { readonly id: string }) => `host-upload:${id}`,
    errors: uploadErrors,
    example: uploadExample,
  },
});

/** Downloads of host files by a link, which is their only credential. */
export const linkedFiles = resource({
  downloadLinkedFile: {
    ...linked,
    method: "GET",
    path: "/svc/api/files/link",
    summary: "Download a linked file or folder",
    description: "Needs no sign-in; the token authorizes the download.",
  },

  describeLinkedFile: {
    ...linked,
    method: "HEAD",
    path: "/svc/api/files/link",
    summary: "Get the headers of a linked download",
  },
});
