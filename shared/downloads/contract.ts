import * as z from "zod";
import { DownloadKind } from "#shared/agent/protocol/tasks/download-tasks.ts";
import { ToolArgument } from "#shared/agent/protocol/tasks/file-tasks.ts";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { adminApiErrors } from "#shared/contract/values/admin-api-errors.ts";
import { DatabaseName, fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";

/** `0` or `1`, as clients of the API reference send it. */
const Clone = z
  .enum(["0", "1"])
  .default("0")
  .describe("`1` for a clone without records. Its file name ends with `_clone`.");

const longestSeconds = 7 * 24 * 60 * 60;
const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** Duration such as `10m`, converted to seconds. */
const Expiry = z
  .string()
  .regex(/^[1-9]\d{0,6}[smhd]$/, "must be a duration such as 30s, 10m, 1h or 2d")
  .transform((text) => Number(text.slice(0, -1)) * unitSeconds[text.slice(-1) as keyof typeof unitSeconds])
  .refine((seconds) => seconds <= longestSeconds, "must be at most 7d")
  .prefault("10m")
  .describe("Lifetime of the link: a number followed by `s`, `m`, `h` or `d`, at most `7d`.");

const filename = DatabaseName.describe("File name, with or without `.fmp12`; not case-sensitive.");

/** File of a download, with its account if a tool has to open it. */
const RequestedFile = z.union([
  DatabaseName.transform((file) => ({ file })),
  z.object({
    file: DatabaseName.describe("File name, with or without `.fmp12`."),
    username: ToolArgument.optional().describe(
      "Account of the file with full access. Required for XML, and for a clone of a closed file.",
    ),
    password: ToolArgument.optional().describe("Password of the account."),
    encryptionKey: ToolArgument.optional().describe("Encryption password of the file, if it is encrypted."),
  }),
]);
export type RequestedFile = z.infer<typeof RequestedFile>;

const Token = z
  .string()
  .regex(/^dl_[0-9a-f]{40,200}$/, "must be the token of a download link")
  .describe("Token of the download link. It gives access to this download only. It is a secret.");

const hostErrors = ["agent_unavailable", "agent_timeout", "agent_refused", "host_disk_full"] as const;
const makeErrors = [...adminApiErrors, ...hostErrors, "database_not_found", "account_needed"] as const;
const sendErrors = [
  "download_not_ready",
  "download_failed",
  "range_unsatisfiable",
  "host_file_changed",
  ...hostErrors,
] as const;

const exampleToken = `dl_${"0193".repeat(20)}`;
const exampleLink = `https://latchkey.example.com/svc/api/fm-file/download?token=${exampleToken}`;
const process = Id.describe("ID of the process that makes the download.");

const Made = z.object({
  downloadToken: z.string().describe("Token for `GET /svc/api/fm-file/download`. It is a secret."),
  downloadPath: z.string().describe("Path of the download, after the service's address. It is a secret."),
  fileName: z.string().describe("File name."),
  processId: process,
  expiresAt: Timestamp.describe("Expiry time."),
});
const exampleMade = {
  downloadToken: exampleToken,
  downloadPath: `/svc/api/fm-file/download?token=${exampleToken}`,
  processId: 42,
  expiresAt: "2026-11-20T09:25:02.114Z",
};
const IncludeDdrInfo = z
  .boolean()
  .default(false)
  .describe("Includes the information of a Database Design Report in XML.");
const SaveToDocuments = z.boolean().default(false).describe("Also saves the XML to the server's Documents folder.");

const bytes = { output: z.string(), answers: "bytes", contentType: "application/octet-stream" } as const;
const byToken = {
  ...bytes,
  access: "anyone",
  input: z.object({ token: Token }),
  errors: ["download_not_found", ...sendErrors],
} as const;
const waitDescription =
  "Waits until the download is ready, or responds with 503 and `Retry-After` if that takes too long.";

/** Downloads of hosted files: requests, and the files themselves. */
export const downloads = resource({
  linkDatabase: {
    method: "GET",
    path: "/svc/api/fm-file/{filename}/link",
    summary: "Create a download link for a hosted file",
    description:
      "FileMaker Server copies the file immediately without closing it. The zip also contains externally stored container data. " +
      "The link needs no sign-in. It works until it expires, or until the key that created it is deleted.",
    access: "admin",
    holdsSecret: true,
    input: z.object({ filename, clone: Clone, expiry: Expiry }),
    output: z.object({
      link: z.string().describe("URL of the zip. Anyone with the link can download it. It is a secret."),
      processId: process,
      expiresAt: Timestamp.describe("Expiry time."),
    }),
    changes: ({ filename: name }: { readonly filename: string }) => `file:${fullDatabaseName(name)}`,
    errors: makeErrors,
    example: {
      input: { filename: "Contacts.fmp12", expiry: "1h" },
      output: { link: exampleLink, processId: 42, expiresAt: "2026-11-20T10:15:02.114Z" },
    },
  },

  saveFileAsXml: {
    method: "POST",
    path: "/svc/api/fm-file/{filename}/save-as-xml",
    summary: "Save a file's structure as XML",
    description:
      "Starts a process. The file isn't closed; XML of an open file is exported from a clone. Waits for the end as long as the connection allows, unless the request has `Prefer: respond-async`. A download that starts early waits until the XML is ready. " +
      "Instead of an administrator's credential, an account of the file is sufficient if it opens the file through the Data API or OData. The clone is then made with the account of a stored Admin API key.",
    access: "admin-or-file",
    holdsSecret: true,
    input: z.object({
      filename,
      username: ToolArgument.optional().describe(
        "Account of the file with full access. Default for administrators: `Admin`.",
      ),
      password: ToolArgument.default("").describe("Password of the account."),
      encryptionKey: ToolArgument.min(1).optional().describe("Encryption password of the file, if it is encrypted."),
      includeDdrInfo: IncludeDdrInfo,
      saveToDocuments: SaveToDocuments,
      expiry: Expiry,
    }),
    output: Made,
    changes: ({ filename: name }: { readonly filename: string }) => `file:${fullDatabaseName(name)}`,
    errors: [...makeErrors, "download_failed", "file_account_refused"],
    example: {
      input: { filename: "Contacts", username: "Admin", password: "full-access-pass", saveToDocuments: true },
      output: { ...exampleMade, fileName: "Contacts.xml" },
    },
  },

  downloadDatabase: {
    ...bytes,
    method: "GET",
    path: "/svc/api/fm-file/{filename}/download",
    summary: "Download a hosted file",
    description: `FileMaker Server copies the file first, without closing it. Externally stored container data isn't included; create a download link to get a zip with it. ${waitDescription}`,
    access: "admin",
    input: z.object({ filename, clone: Clone }),
    changes: ({ filename: name }: { readonly filename: string }) => `file:${fullDatabaseName(name)}`,
    errors: [...makeErrors, ...sendErrors],
    example: { input: { filename: "Contacts.fmp12" } },
  },
});

/** Downloads whose link is the only credential, and the call that makes such a link. */
export const downloadLinks = resource({
  makeDownload: {
    method: "POST",
    path: "/svc/api/fm-file/download",
    summary: "Download hosted files as copies, clones or XML",
    description:
      "Starts a process. One file is downloaded directly, several as a zip, which then also contains the externally stored container data of copies. No file is closed. " +
      "XML of an open file is exported from a clone.",
    access: "admin",
    holdsSecret: true,
    input: z.object({
      files: z
        .array(RequestedFile)
        .min(1)
        .max(100)
        .refine(
          (files) => new Set(files.map(({ file }) => normalizedDatabaseName(file))).size === files.length,
          "must not name a file twice",
        )
        .describe("Files as names, or as objects with an account."),
      type: DownloadKind.default("copy").describe(
        "`copy`: the whole file. `clone`: without records. `xml`: its structure as XML.",
      ),
      concurrency: z
        .int()
        .min(1)
        .max(10)
        .default(1)
        .describe("Number of files to process at the same time. Default: 1."),
      includeDdrInfo: IncludeDdrInfo,
      saveToDocuments: SaveToDocuments,
      expiry: Expiry,
    }),
    output: Made,
    changes: ({ files }: { readonly files: readonly { readonly file: string }[] }) =>
      files.map(({ file }) => `file:${fullDatabaseName(file)}`),
    errors: makeErrors,
    example: {
      input: { files: ["Contacts", "Orders"], type: "copy", concurrency: 2 },
      output: { ...exampleMade, fileName: "Files.zip" },
    },
  },

  downloadByToken: {
    ...byToken,
    method: "GET",
    path: "/svc/api/fm-file/download",
    summary: "Download a file by link",
    description: `Needs no sign-in; the token authorizes the download. The header \`Range\` requests a part of the file. ${waitDescription}`,
    example: { input: { token: exampleToken } },
  },

  describeByToken: {
    ...byToken,
    method: "HEAD",
    path: "/svc/api/fm-file/download",
    summary: "Get the headers of a download by link",
    example: { input: { token: exampleToken } },
  },

  downloadByPath: {
    ...byToken,
    method: "GET",
    path: "/svc/api/fm-file/download/{token}",
    summary: "Download a file by link (older link format)",
    example: { input: { token: exampleToken } },
  },

  describeByPath: {
    ...byToken,
    method: "HEAD",
    path: "/svc/api/fm-file/download/{token}",
    summary: "Get the headers of a download by link (older link format)",
    example: { input: { token: exampleToken } },
  },
});
