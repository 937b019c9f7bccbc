import * as z from "zod";
import { DownloadKind } from "#shared/agent/protocol/tasks/download-tasks.ts";
import { ToolArgument } from "#shared/agent/protocol/tasks/file-tasks.ts";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { adminApiErrors } from "#shared/contract/values/admin-api-errors.ts";
import { DatabaseName, foldedDatabaseName, fullDatabaseName } from "#shared/contract/values/database-name.ts";

/** `0` or `1`, as clients of the API reference send it. */
const Clone = z
  .enum(["0", "1"])
  .default("0")
  .describe("`1`: the file's structure without its records. It arrives with `_clone` at the end of its name.");

const longestSeconds = 7 * 24 * 60 * 60;
const unitSeconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const;

/** Duration such as `10m`, converted to seconds. */
const Expiry = z
  .string()
  .regex(/^[1-9]\d{0,6}[smhd]$/, "must be a length of time such as 30s, 10m, 1h or 2d")
  .transform((text) => Number(text.slice(0, -1)) * unitSeconds[text.slice(-1) as keyof typeof unitSeconds])
  .refine((seconds) => seconds <= longestSeconds, "must be at most 7d")
  .prefault("10m")
  .describe("For how long the link works: a number with `s`, `m`, `h` or `d` behind it, at most `7d`.");

const filename = DatabaseName.describe("The file's name, with or without `.fmp12`. Its case does not matter.");

/** File of a download, with its account if a tool has to open it. */
const Wanted = z.union([
  DatabaseName.transform((file) => ({ file })),
  z.object({
    file: DatabaseName.describe("The file's name, with or without `.fmp12`."),
    username: ToolArgument.optional().describe(
      "An account of the file with full access: XML needs one, and the clone of a closed file.",
    ),
    password: ToolArgument.optional().describe("Its password."),
    encryptionKey: ToolArgument.optional().describe("The password of an encrypted file."),
  }),
]);
export type RequestedFile = z.infer<typeof Wanted>;

const Token = z
  .string()
  .regex(/^dl_[0-9a-f]{40,200}$/, "must be a token of a download link")
  .describe("The token of a download link. It opens this download and nothing else. A secret.");

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
const process = Id.describe("The id of the process that makes it, to follow it by.");

const Made = z.object({
  downloadToken: z.string().describe("What `GET /svc/api/fm-file/download` takes. A secret."),
  downloadPath: z.string().describe("Where the download is, behind the service's address. A secret."),
  fileName: z.string().describe("What it is called."),
  processId: process,
  expiresAt: Timestamp.describe("When the token stops working."),
});
const exampleMade = {
  downloadToken: exampleToken,
  downloadPath: `/svc/api/fm-file/download?token=${exampleToken}`,
  processId: 42,
  expiresAt: "2026-11-20T09:25:02.114Z",
};
const IncludeDdrInfo = z.boolean().default(false).describe("Whether XML holds what a Database Design Report does.");
const SaveToDocuments = z
  .boolean()
  .default(false)
  .describe("Whether XML is kept in the server's Documents folder too.");

const bytes = { output: z.string(), answers: "bytes", contentType: "application/octet-stream" } as const;
const byToken = {
  ...bytes,
  access: "anyone",
  input: z.object({ token: Token }),
  errors: ["download_not_found", ...sendErrors],
} as const;
const waitDescription =
  "Waits while the download is being made, and answers 503 with Retry-After where that takes too long.";

/** Downloads of hosted files: requests, and the files themselves. */
export const downloads = resource({
  linkDatabase: {
    method: "GET",
    path: "/svc/api/fm-file/{filename}/link",
    summary: "Make a link to a zip of a hosted file",
    description:
      "FileMaker Server copies the file at once, and no client has to close it. The zip holds the containers too that the file keeps outside of itself. " +
      "The link needs no sign-in; it works until it expires, or until the key that made it is deleted.",
    access: "admin",
    holdsSecret: true,
    input: z.object({ filename, clone: Clone, expiry: Expiry }),
    output: z.object({
      link: z.string().describe("Where the zip is. Anyone with it can download it. A secret."),
      processId: process,
      expiresAt: Timestamp.describe("When the link stops working."),
    }),
    changes: ({ filename: name }: { readonly filename: string }) => `file:${fullDatabaseName(name)}`,
    errors: makeErrors,
    example: {
      input: { filename: "Contacts.fmp12", expiry: "1h" },
      output: { link: exampleLink, processId: 42, expiresAt: "2026-11-20T10:15:02.114Z" },
    },
  },
  makeDownload: {
    method: "POST",
    path: "/svc/api/fm-file/download",
    summary: "Make a download of hosted files: copies, clones or XML",
    description:
      "A process. One file is downloaded as it is, several as a zip, which then holds the containers too that copies keep outside of themselves. No file is closed. " +
      "XML is made from a clone where the file is open.",
    access: "admin",
    holdsSecret: true,
    input: z.object({
      files: z
        .array(Wanted)
        .min(1)
        .max(100)
        .refine(
          (files) => new Set(files.map(({ file }) => foldedDatabaseName(file))).size === files.length,
          "must name each file once",
        )
        .describe("The files: names, or objects with an account."),
      type: DownloadKind.default("copy").describe(
        "All of each file, its structure without records, or its structure as XML.",
      ),
      concurrency: z.int().min(1).max(10).default(1).describe("How many files are made at a time."),
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
  saveFileAsXml: {
    method: "POST",
    path: "/svc/api/fm-file/{filename}/save-as-xml",
    summary: "Save a file's structure as XML, to be downloaded",
    description:
      "A process. No file is closed: where the file is open, the XML is made from a clone. Waits for the end for as long as the connection may, unless the call says `Prefer: respond-async`; a download by a token that came early waits until the XML is made. " +
      "Without a credential of an administrator the file's account does, where it opens the file by the Data API or OData; the clone is then made with the account of a stored Admin API Key.",
    access: "admin-or-file",
    holdsSecret: true,
    input: z.object({
      filename,
      username: ToolArgument.optional().describe(
        "An account of the file with full access. Left out by an administrator it is `Admin`.",
      ),
      password: ToolArgument.default("").describe("Its password."),
      encryptionKey: ToolArgument.min(1).optional().describe("The password of the file, where it is encrypted."),
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
    description: `FileMaker Server copies it first, and no client has to close it. Containers that it keeps outside of itself are not in it: a link gives a zip with them. ${waitDescription}`,
    access: "admin",
    input: z.object({ filename, clone: Clone }),
    changes: ({ filename: name }: { readonly filename: string }) => `file:${fullDatabaseName(name)}`,
    errors: [...makeErrors, ...sendErrors],
    example: { input: { filename: "Contacts.fmp12" } },
  },
  downloadByToken: {
    ...byToken,
    method: "GET",
    path: "/svc/api/fm-file/download",
    summary: "Download what a link leads to",
    description: `No sign-in: the token is the proof. A part of it with the header \`Range\`. ${waitDescription}`,
    example: { input: { token: exampleToken } },
  },
  describeByToken: {
    ...byToken,
    method: "HEAD",
    path: "/svc/api/fm-file/download",
    summary: "Ask for the size and state of what a link leads to",
    example: { input: { token: exampleToken } },
  },
  downloadByPath: {
    ...byToken,
    method: "GET",
    path: "/svc/api/fm-file/download/{token}",
    summary: "Download what a link leads to, by the older form of links",
    example: { input: { token: exampleToken } },
  },
  describeByPath: {
    ...byToken,
    method: "HEAD",
    path: "/svc/api/fm-file/download/{token}",
    summary: "Ask for the size and state of what an older link leads to",
    example: { input: { token: exampleToken } },
  },
});
