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

const Hosted = DatabaseName.describe("The hosted file's name, with or without `.fmp12`. Its case does not matter.");
const SourcePath = HostFilePath.describe(
  "Full path of a file on the database host, in the folders of FileMaker Server: as its system or as FileMaker Server writes it.",
);
const Message = z
  .string()
  .max(200)
  .regex(/^\P{Cc}*$/u, "must be text without control characters")
  .default("")
  .describe("The message that people in the file see when it closes.");
const Force = z
  .boolean()
  .default(false)
  .describe("Whether people in the file are disconnected at once, and a file that has the target's name is replaced.");

const closing = { force: Force, message: Message };
const account = {
  username: ToolArgument.optional().describe("An account of the file with full access. Default `Admin`."),
  password: ToolArgument.optional().describe("Its password. Default: none."),
};
const encryptionKey = ToolArgument.min(1).optional().describe("The password of the file, where it is encrypted.");

/** Target of an operation: the file itself, another path, or a hosting folder. */
const fileTarget = {
  sourceFile: Hosted.optional(),
  inPlace: z.boolean().optional().describe("Whether the outcome takes the place of `sourceFile`."),
  sourceFilePath: SourcePath.optional(),
  targetFilePath: NewHostFilePath.optional().describe("Full path of the outcome, with `sourceFilePath`."),
  targetFile: z
    .object({
      filename: NewDatabaseName.describe("The outcome's name."),
      folder: ServerFolder.default("default").describe("The hosting folder that it goes to."),
      subfolder: Subfolder.optional().describe("A folder below that one. It is made where it is missing."),
    })
    .optional()
    .describe("Where the outcome goes in the hosting folders, with `sourceFile`."),
};
const targetForms =
  "Say `sourceFile` and `inPlace: true`, or `sourceFile` and `targetFile`, or `sourceFilePath` and `targetFilePath`.";

const Started = z.object({
  ok: z.boolean().describe("It was accepted."),
  message: z.string().describe("What happens now, in words."),
  processId: Id.describe("The process to follow it by."),
});
export type Started = z.infer<typeof Started>;

const oneFile = {
  ...fileTarget,
  inPlace: z
    .boolean()
    .optional()
    .describe(
      "Whether the outcome takes the place of `sourceFile`; if not, and where no target is said, it lies beside it under a longer name.",
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
      "Many files at once, opened as the fields beside this one say where theirs do not. A body that is a list says the same.",
    ),
  ...closing,
};

const renameItem = {
  fileName: Hosted,
  newFileName: NewDatabaseName.describe("Its new name."),
  encryptionKey,
  copy: z.boolean().default(false).describe("Whether the file stays, and a copy gets the new name."),
  copyContainerData: z
    .boolean()
    .default(false)
    .describe(
      "Whether a copy gets a copy of what the file stores outside of itself. A file that is renamed takes that along.",
    ),
  targetFolder: ServerFolder.optional().describe("The hosting folder to move to. Default: where it is."),
  targetSubfolder: Subfolder.optional().describe("A folder below that one."),
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
  "Waits for the end for as long as the connection may, unless the call says `Prefer: respond-async`; `ok` is false where it failed, and `message` says why.";

const asProcess =
  "Answers as soon as the work is stored; follow it by its processId. The agent on the database host does it: it closes what is " +
  "open, and opens again what it has closed, also when it fails. Nothing is left half-done.";

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
      sharedID: ToolArgument.min(1).describe("What files that use each other's data have in common."),
      currentEncryptionKey: ToolArgument.min(1)
        .optional()
        .describe("The password of a file that is encrypted already."),
      encryptionKey: ToolArgument.min(1).describe("The password that opens it from then on."),
      encryptionKeyHint: ToolArgument.default("").describe("A hint for that password, which anyone may read."),
      openStorage: z.boolean().default(false).describe("Whether containers in open storage stay as they are."),
      ...closing,
    }),
    example: {
      input: {
        ...contacts,
        ...opener,
        sharedID: "shop",
        encryptionKey: "a long sentence",
        encryptionKeyHint: "the long one",
        force: true,
      },
      output: started("The file is being encrypted."),
    },
  },
  decryptFile: {
    ...common,
    path: "/svc/api/fm-file/decrypt",
    summary: "Take the encryption of a file away",
    description: `${targetForms} ${asProcess}`,
    input: z.object({
      ...fileTarget,
      ...account,
      encryptionKey: ToolArgument.min(1).describe("The password of the file."),
      ...closing,
    }),
    example: {
      input: { ...contacts, ...opener, encryptionKey: "a long sentence", force: true },
      output: started("The file is being decrypted."),
    },
  },
  copyCompressFile: {
    ...common,
    path: "/svc/api/fm-file/copy-compress",
    summary: "Compress a file, or make a compressed copy of it",
    description: `${targetForms} ${asProcess}`,
    input: z.object({ ...fileTarget, ...account, encryptionKey, ...closing }),
    example: { input: { ...contacts, ...opener, force: true }, output: started("The file is being compressed.") },
  },
  copySelfContainedFile: {
    ...common,
    path: "/svc/api/fm-file/copy-self-contained",
    summary: "Copy a file with everything inside that it stores outside of itself",
    description: `${targetForms} ${asProcess}`,
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
        .describe("What the outcome is made from: rebuilt, copied block by block, or as it is."),
      rebuildIndex: z.enum(["now", "later", "false"]).default("now").describe("When field indexes are built again."),
      skipSchema: z.boolean().default(false).describe("Whether the schema is left as it is."),
      skipStructure: z.boolean().default(false).describe("Whether records and indexes are left as they are."),
      keepCaches: z.boolean().default(false).describe("Whether saved window settings are kept."),
      bypass: z
        .boolean()
        .default(false)
        .describe("Whether the outcome opens without its start-up script and layout. Needs the account."),
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
    summary: "Look whether files are consistent",
    description: `A file that is not ends the process with \`doneWithErrors\`. ${asProcess}`,
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
        .describe("Many files at once. A body that is a list says the same."),
      ...closing,
    }),
    example: { input: { sourceFile: "Archive" }, output: started("The file is being checked.") },
  },
  removeAdminAccess: {
    ...common,
    path: "/svc/api/fm-file/remove-admin-access",
    summary: "Take the full access of all accounts away, for good",
    description: asProcess,
    list: "files",
    input: z.object(oneOrMany),
    example: {
      input: { sourceFile: "Contacts", inPlace: false, ...opener, force: true },
      output: started("Admin access is being removed."),
    },
  },
  enableKioskMode: {
    ...common,
    path: "/svc/api/fm-file/enable-kiosk-mode",
    summary: "Let files open in kiosk mode",
    description: asProcess,
    open: true,
    list: "files",
    input: z.object(oneOrMany),
    example: {
      input: { sourceFile: "Contacts", inPlace: false, ...opener, force: true },
      output: started("Kiosk mode is being enabled."),
    },
  },
  resetFileUuid: {
    ...common,
    path: "/svc/api/fm-file/reset-file-uuid",
    summary: "Give files another UUID",
    description: `Needs an FMDeveloperTool that can do it: those of FileMaker Server 2025 and later. ${asProcess}`,
    open: true,
    list: "files",
    input: z.object(oneOrMany),
    example: {
      input: { sourceFile: "Contacts", inPlace: true, ...opener, force: true },
      output: started("The file is getting another UUID."),
    },
  },
  renameFiles: {
    ...common,
    path: "/svc/api/fm-file/rename",
    summary: "Rename, move or copy files",
    description: `Names may be exchanged. References of other files to them stay as they are: \`rename-dev-tool\` fixes those. ${untilItsEnd} ${asProcess}`,
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
        .describe("Many files at once: all of them, or none."),
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
    summary: "Copy files under other names, and fix their references to each other",
    description: asProcess,
    input: z.object({
      sourceFiles: z.array(Hosted).min(1).max(100).optional().describe("Hosted files."),
      sourceFilePaths: z
        .array(SourcePath)
        .min(1)
        .max(100)
        .optional()
        .describe("Files by their full paths, in place of `sourceFiles`."),
      targetFolder: ServerFolder.default("default").describe("The hosting folder that the copies go to."),
      targetSubfolder: Subfolder.optional().describe("A folder below that one. It is made where it is missing."),
      ...account,
      encryptionKey,
      regex: ToolArgument.min(1)
        .optional()
        .describe("A regular expression for what is replaced in the names. Left out, the copies keep their names."),
      replacement: ToolArgument.default("").describe("What it is replaced by. Needs `regex`."),
      copyContainerData: z
        .boolean()
        .default(false)
        .describe("Whether copies get a copy of what the files store outside of themselves."),
      ...closing,
    }),
    example: {
      input: { sourceFiles: ["Contacts", "Orders"], regex: "$", replacement: " test", ...opener, force: true },
      output: started("The files are being copied."),
    },
  },
});
