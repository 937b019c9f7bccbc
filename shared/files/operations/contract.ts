import * as z from "zod";
import {
  HostFilePath,
  NewDatabaseName,
  NewHostFilePath,
  ServerFolder,
  Subfolder,
  ToolArgument,
} from "#shared/agent/protocol/tasks/file-tasks.ts";
import { resource } from "#shared/contract/operation.ts";
import { Id } from "#shared/contract/scalars.ts";
import { DatabaseName, fullDatabaseName } from "#shared/contract/values/database-name.ts";

const Hosted = DatabaseName.describe("Name of the hosted file, with or without `.fmp12`; not case-sensitive.");
const SourcePath = HostFilePath.describe(
  "Full path of a file in FileMaker Server's folders on the database host, in the notation of the operating system or FileMaker Server.",
);
const Message = z
  .string()
  .max(200)
  .regex(/^\P{Cc}*$/u, "must be text without control characters")
  .default("")
  .describe("Message for users before the file closes.");
const Force = z
  .boolean()
  .default(false)
  .describe("Disconnects users immediately, and replaces an existing target file.");

const closing = { force: Force, message: Message };
const account = {
  username: ToolArgument.optional().describe("Account of the file with full access. Default: `Admin`."),
  password: ToolArgument.optional().describe("Password of the account. Default: empty."),
  key: z
    .union([z.string().min(1).max(100), z.int().min(1)])
    .optional()
    .describe(
      "Data API key whose stored account opens `sourceFile`, instead of `username` and `password`: its value or, for administrators, its id or hint.",
    ),
};
const encryptionKey = ToolArgument.min(1).optional().describe("Encryption password of the file, if it is encrypted.");

/** Target of an operation: the file itself, another path, or a hosting folder. */
const fileTarget = {
  sourceFile: Hosted.optional(),
  inPlace: z.boolean().optional().describe("Replaces the file with the result."),
  sourceFilePath: SourcePath.optional(),
  targetFilePath: NewHostFilePath.optional().describe("Full path of the result; only with `sourceFilePath`."),
  targetFile: z
    .object({
      filename: NewDatabaseName.describe("Name of the result."),
      folder: ServerFolder.default("default").describe("Hosting folder of the result."),
      subfolder: Subfolder.optional().describe("Subfolder of the hosting folder. Created if missing."),
    })
    .optional()
    .describe("Location of the result in the hosting folders; only with `sourceFile`."),
};
const targetForms =
  "Send `sourceFile` or `sourceFilePath` with `inPlace: true`, `sourceFile` with `targetFile`, or `sourceFilePath` with `targetFilePath`.";

const Started = z.object({
  ok: z.boolean().describe("True if it was accepted, or succeeded if the response waited for the end."),
  message: z.string().describe("The status as a sentence."),
  processId: Id.describe("ID of the process."),
});
export type Started = z.infer<typeof Started>;

const oneFile = {
  ...fileTarget,
  inPlace: z
    .boolean()
    .optional()
    .describe(
      "Replaces `sourceFile` with the result. If false and no target is given, the result is saved next to it with a longer name.",
    ),
  encryptionKey,
  ...account,
};
/** One file in the fields themselves, or several in a list. */
const oneOrMany = {
  ...oneFile,
  files: z
    .array(z.object(oneFile))
    .min(1)
    .max(100)
    .optional()
    .describe(
      "Several files. Accounts and passwords default to the fields of the request. A JSON array as the body has the same meaning.",
    ),
  ...closing,
};

const renameItem = {
  fileName: Hosted,
  newFileName: NewDatabaseName.describe("New name."),
  encryptionKey,
  copy: z.boolean().default(false).describe("Copies the file instead of renaming it."),
  copyContainerData: z
    .boolean()
    .default(false)
    .describe("Also copies the externally stored container data of a copied file. A renamed file always keeps it."),
  targetFolder: ServerFolder.optional().describe("Hosting folder to move to. Default: the current folder."),
  targetSubfolder: Subfolder.optional().describe("Subfolder of the hosting folder."),
};

interface NamesOfInput {
  readonly sourceFile?: string | undefined;
  readonly sourceFilePath?: string | undefined;
  readonly fileName?: string | undefined;
  readonly sourceFiles?: readonly string[] | undefined;
  readonly sourceFilePaths?: readonly string[] | undefined;
  readonly files?: readonly NamesOfInput[] | undefined;
}

/** Returns the names of the files in an operation. */
export function namesIn({ files = [], ...one }: NamesOfInput): readonly string[] {
  const { sourceFile, sourceFilePath, fileName, sourceFiles = [], sourceFilePaths = [] } = one;
  const own = [sourceFile, fileName, sourceFilePath, ...sourceFiles, ...sourceFilePaths].filter(
    (name) => name !== undefined,
  );
  const names = own.map((name) => fullDatabaseName(name.split(/[\\/]/).at(-1) ?? name));
  return [...names, ...files.flatMap(namesIn)];
}

const changes = (input: NamesOfInput, output?: Started) => [
  ...namesIn(input).map((name) => `file:${name}`),
  ...(output === undefined ? [] : [`process:${output.processId}`]),
];

const untilItsEnd =
  "Waits for the end as long as the connection allows, unless the request has `Prefer: respond-async`. If it failed, `ok` is false and `message` has the reason.";

const asProcess =
  "Responds when the process is stored; `processId` identifies it. The agent on the database host closes open files and reopens them afterwards, also after a failure. " +
  "A failed operation never leaves a half-changed file.";

/** Returns the operation that enables kiosk mode. Its older path is still used. */
const kioskMode = <const Path extends `/svc/${string}`>(path: Path, description: string) =>
  ({
    ...common,
    path,
    summary: "Enable kiosk mode",
    description,
    open: true,
    list: "files",
    input: z.object(oneOrMany),
    example: {
      input: { sourceFile: "Contacts", inPlace: false, ...opener, force: true },
      output: started("Kiosk mode is being enabled."),
    },
  }) as const;

const started = (message: string) => ({ ok: true, message, processId: 42 });
const common = {
  method: "POST",
  access: "admin",
  output: Started,
  changes,
  errors: [
    "stored_credentials_refused",
    "database_not_found",
    "host_file_not_found",
    "host_file_refused",
    "host_disk_full",
    "key_value_needed",
    "key_not_found",
    "key_file_not_allowed",
  ],
} as const;
const contacts = { sourceFile: "Contacts", inPlace: true } as const;
const opener = { username: "Admin", password: "full-access-pass" } as const;

/** Operations on whole hosted files, each as a process. */
export const fileOperations = resource({
  encryptFile: {
    ...common,
    path: "/svc/api/fm-file/encrypt",
    summary: "Encrypt a file",
    description: `${targetForms} ${asProcess}`,
    input: z.object({
      ...fileTarget,
      ...account,
      sharedID: ToolArgument.min(1)
        .optional()
        .describe("Shared ID of files that use each other's data. Default: the name of the file, without `.fmp12`."),
      currentEncryptionKey: ToolArgument.min(1)
        .optional()
        .describe("Current encryption password, if the file is already encrypted."),
      encryptionKey: ToolArgument.min(1)
        .optional()
        .describe("New encryption password. Required, unless the file keeps `currentEncryptionKey`."),
      encryptionKeyHint: ToolArgument.default("").describe("Public hint for the password."),
      openStorage: z.boolean().default(false).describe("Leaves open storage containers unencrypted."),
      ...closing,
    }),
    example: {
      input: {
        ...contacts,
        ...opener,
        sharedID: "shop",
        encryptionKey: "a long passphrase",
        encryptionKeyHint: "the long one",
        force: true,
      },
      output: started("The file is being encrypted."),
    },
  },
  decryptFile: {
    ...common,
    path: "/svc/api/fm-file/decrypt",
    summary: "Decrypt a file",
    description: `${targetForms} ${asProcess}`,
    input: z.object({
      ...fileTarget,
      ...account,
      encryptionKey: ToolArgument.min(1).describe("Encryption password of the file."),
      ...closing,
    }),
    example: {
      input: { ...contacts, ...opener, encryptionKey: "a long passphrase", force: true },
      output: started("The file is being decrypted."),
    },
  },
  copyCompressFile: {
    ...common,
    path: "/svc/api/fm-file/copy-compress",
    summary: "Compress a file",
    description: `${targetForms} ${asProcess}`,
    input: z.object({ ...fileTarget, ...account, encryptionKey, ...closing }),
    example: { input: { ...contacts, ...opener, force: true }, output: started("The file is being compressed.") },
  },
  copySelfContainedFile: {
    ...common,
    path: "/svc/api/fm-file/copy-self-contained",
    summary: "Make a self-contained copy of a file",
    description: `Copies a file with its externally stored container data embedded. ${targetForms} ${asProcess}`,
    input: z.object({ ...fileTarget, ...account, encryptionKey, ...closing }),
    example: {
      input: { sourceFile: "Contacts", targetFile: { filename: "Contacts whole" }, ...opener, force: true },
      output: started("The file is being copied."),
    },
  },
  recoverFile: {
    ...common,
    path: "/svc/api/fm-file/recover",
    summary: "Recover a damaged file",
    description: `${targetForms} ${asProcess}`,
    input: z.object({
      ...fileTarget,
      ...account,
      encryptionKey,
      generate: z
        .enum(["rebuild", "datablocks", "asis"])
        .default("rebuild")
        .describe(
          "Recovery method: `rebuild` rebuilds the file, `datablocks` copies it block by block, `asis` copies it unchanged.",
        ),
      rebuildIndex: z
        .enum(["now", "later", "false"])
        .default("now")
        .describe("Time at which field indexes are rebuilt. `false`: never."),
      skipSchema: z.boolean().default(false).describe("Skips the schema."),
      skipStructure: z.boolean().default(false).describe("Skips records and indexes."),
      keepCaches: z.boolean().default(false).describe("Keeps saved window settings."),
      bypass: z
        .boolean()
        .default(false)
        .describe("Opens the result without its startup script and layout. Needs an account."),
      ...closing,
    }),
    example: {
      input: { sourceFile: "Archive", targetFile: { filename: "Archive recovered" } },
      output: started("The file is being recovered."),
    },
  },
  checkFileConsistency: {
    ...common,
    path: "/svc/api/fm-file/check-consistency",
    summary: "Check the consistency of files",
    description: `If a file is damaged, the process ends with \`doneWithErrors\`. ${asProcess}`,
    list: "files",
    input: z.object({
      sourceFile: Hosted.optional(),
      sourceFilePath: SourcePath.optional(),
      encryptionKey,
      files: z
        .array(z.object({ sourceFile: Hosted.optional(), sourceFilePath: SourcePath.optional(), encryptionKey }))
        .min(1)
        .max(100)
        .optional()
        .describe("Several files. A JSON array as the body has the same meaning."),
      ...closing,
    }),
    example: { input: { sourceFile: "Archive" }, output: started("The file is being checked.") },
  },
  removeAdminAccess: {
    ...common,
    path: "/svc/api/fm-file/remove-admin-access",
    summary: "Remove admin access permanently",
    description: asProcess,
    list: "files",
    input: z.object(oneOrMany),
    example: {
      input: { sourceFile: "Contacts", inPlace: false, ...opener, force: true },
      output: started("Admin access is being removed."),
    },
  },
  enableKioskMode: kioskMode("/svc/api/fm-file/enable-kiosk", asProcess),
  enableKioskModeOfOldPath: kioskMode("/svc/api/fm-file/enable-kiosk-mode", "The same as `enable-kiosk`."),
  resetFileUuid: {
    ...common,
    path: "/svc/api/fm-file/reset-file-uuid",
    summary: "Reset the UUID of files",
    description: `Needs FMDeveloperTool of FileMaker Server 2025 or later. \`sourceFilePath\` without a target changes that file in place. ${asProcess}`,
    open: true,
    list: "files",
    input: z.object(oneOrMany),
    example: {
      input: { sourceFile: "Contacts", inPlace: true, ...opener, force: true },
      output: started("The UUID of the file is being reset."),
    },
  },
  renameFiles: {
    ...common,
    path: "/svc/api/fm-file/rename",
    summary: "Rename, move or copy files",
    description: `Files can swap names. References from other files don't change; use \`rename-dev-tool\` to update them. ${untilItsEnd} ${asProcess}`,
    list: "files",
    input: z.object({
      ...renameItem,
      fileName: Hosted.optional(),
      newFileName: renameItem.newFileName.optional(),
      files: z
        .array(z.object(renameItem))
        .min(1)
        .max(100)
        .optional()
        .describe("Several files; either all of them are changed, or none."),
      ...closing,
    }),
    example: {
      input: { fileName: "Private", newFileName: "Personal", force: true },
      output: started("The file is being renamed."),
    },
  },
  renameWithDevTool: {
    ...common,
    path: "/svc/api/fm-file/rename-dev-tool",
    summary: "Copy files under new names and update their references",
    description: asProcess,
    input: z.object({
      sourceFiles: z.array(Hosted).min(1).max(100).optional().describe("Names of hosted files."),
      sourceFilePaths: z
        .array(SourcePath)
        .min(1)
        .max(100)
        .optional()
        .describe("Full paths of files, instead of `sourceFiles`."),
      targetFolder: ServerFolder.default("default").describe("Hosting folder of the copies."),
      targetSubfolder: Subfolder.optional().describe("Subfolder of the hosting folder. Created if missing."),
      username: account.username,
      password: account.password,
      encryptionKey,
      regex: ToolArgument.min(1)
        .optional()
        .describe("Regular expression for the part of the names to replace. If omitted, the copies keep the names."),
      replacement: ToolArgument.default("").describe("Replacement text. Needs `regex`."),
      copyContainerData: z.boolean().default(false).describe("Also copies externally stored container data."),
      ...closing,
    }),
    example: {
      input: { sourceFiles: ["Contacts", "Orders"], regex: "$", replacement: " test", ...opener, force: true },
      output: started("The files are being copied."),
    },
  },
});
