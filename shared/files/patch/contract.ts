import * as z from "zod";
import { HostPath } from "#shared/agent/protocol/host-path.ts";
import { HostFilePath, ToolArgument } from "#shared/agent/protocol/tasks/file-tasks.ts";
import { resource } from "#shared/contract/operation.ts";
import { Id } from "#shared/contract/scalars.ts";
import { DatabaseName, fullDatabaseName } from "#shared/contract/values/database-name.ts";

const PatchPath = HostFilePath.or(HostPath.refine((path) => path !== "", "must be a file name")).describe(
  "Patch file on the database host: its full path, or its path below FileMaker Server's Documents folder.",
);

/** Patch file: a path, a path with the key of an encrypted patch, or the patch itself. */
const PatchFile = z
  .union([
    PatchPath,
    z.strictObject({
      path: PatchPath,
      encryptionKey: ToolArgument.optional().describe("Encryption key of the patch, if it is encrypted."),
    }),
    z.strictObject({ xml: z.string().min(1).max(30_000).describe("Content of the patch, up to 30,000 characters.") }),
  ])
  .describe("Patch for FMUpgradeTool.");

const target = {
  sourceFile: DatabaseName.describe("Name of a hosted file, open or closed."),
  patchFiles: z.array(PatchFile).min(1).max(50).describe("Patches, in the order in which they are applied."),
  username: ToolArgument.default("Admin").describe("Account with full access or the extended privilege `fmupgrade`."),
  password: ToolArgument.default("").describe("Password of the account."),
  encryptionKey: ToolArgument.optional().describe("Encryption password of the file, if it is encrypted."),
};

/** The same target as clients of OttoFMS name it. */
const ottoTarget = {
  targetFile: DatabaseName.optional().describe("Same as `sourceFile`, for clients of OttoFMS."),
  account: ToolArgument.optional().describe("Same as `username`, for clients of OttoFMS."),
  patches: z
    .array(
      z.object({
        name: z.string().max(255).describe("Name of the patch, for error messages."),
        contentsBase64: z.base64().min(1).max(80_000).describe("The patch as UTF-8, in base64."),
      }),
    )
    .min(1)
    .max(50)
    .optional()
    .describe("Patches themselves, in the order in which they are applied, for clients of OttoFMS."),
  closeMessage: z.string().max(200).optional().describe("Same as `message`, for clients of OttoFMS."),
};

/** File with its patches. */
const PatchTarget = z.strictObject(target);

/** Schema changes by patch files. */
export const patches = resource({
  applyPatch: {
    method: "POST",
    path: "/svc/api/fm-file/apply-patch",
    summary: "Patch hosted files with FMUpgradeTool",
    description:
      "Starts a process that closes the files, patches copies of them, verifies the results, replaces all files and reopens those " +
      "that were open. If it fails or is aborted, no file changes. Needs FileMaker Server 26 or later. Send one file in " +
      "`sourceFile` with `patchFiles`, one in `targetFile` with `patches`, or several in `files`. The process's tool log " +
      "is the log of FMUpgradeTool.",
    access: "admin",
    open: true,
    input: z.object({
      ...target,
      sourceFile: target.sourceFile.optional(),
      patchFiles: target.patchFiles.optional(),
      ...ottoTarget,
      files: z.array(PatchTarget).min(1).max(50).optional().describe("Several files, each with its own patches."),
      message: z.string().max(200).default("").describe("Message for users before the files close."),
      force: z.boolean().default(false).describe("Disconnects users immediately."),
      keepBackup: z.boolean().default(false).describe("Keeps the original files in FileMaker Server's Backups folder."),
    }),
    output: z.object({
      ok: z.boolean().describe("True if it was accepted."),
      processId: Id.describe("ID of the process."),
    }),
    changes: ({
      targetFile,
      sourceFile = targetFile,
      files,
    }: {
      readonly sourceFile?: string;
      readonly targetFile?: string;
      readonly files?: readonly { readonly sourceFile: string }[];
    }) =>
      [...(sourceFile === undefined ? [] : [sourceFile]), ...(files ?? []).map((file) => file.sourceFile)].map(
        (name) => `file:${fullDatabaseName(name)}`,
      ),
    errors: [
      "database_not_found",
      "server_too_old",
      "host_disk_full",
      "stored_credentials_refused",
      "admin_role_refused",
      "admin_api_closed",
      "sessions_exhausted",
      "token_refresh_failed",
      "upstream_unreachable",
      "certificate_refused",
      "upstream_timeout",
      "upstream_broken",
    ],
    example: {
      input: {
        sourceFile: "Contacts.fmp12",
        patchFiles: ["release-12.xml"],
        username: "Admin",
        password: "full-access-pass",
      },
      output: { ok: true, processId: 42 },
    },
  },
});
