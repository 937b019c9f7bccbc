import * as z from "zod";
import { HostPath } from "#shared/agent/protocol/host-path.ts";
import { HostFilePath, ToolArgument } from "#shared/agent/protocol/tasks/file-tasks.ts";
import { resource } from "#shared/contract/operation.ts";
import { Id } from "#shared/contract/scalars.ts";
import { DatabaseName, fullDatabaseName } from "#shared/contract/values/database-name.ts";

const PatchPath = HostFilePath.or(HostPath.refine((path) => path !== "", "must name a file")).describe(
  "A patch file on the database host: by its full path, or by its place below FileMaker Server's Documents folder.",
);

/** Patch file: a path, a path with the key of an encrypted patch, or the patch itself. */
const PatchFile = z
  .union([
    PatchPath,
    z.strictObject({
      path: PatchPath,
      encryptionKey: ToolArgument.optional().describe("The key of an encrypted patch."),
    }),
    z.strictObject({ xml: z.string().min(1).max(30_000).describe("The patch itself, up to 30,000 characters.") }),
  ])
  .describe("A patch for FMUpgradeTool.");

const target = {
  sourceFile: DatabaseName.describe("A hosted file, open or closed."),
  patchFiles: z.array(PatchFile).min(1).max(50).describe("Its patches, in the order in which they are applied."),
  username: ToolArgument.default("Admin").describe(
    "An account with full access, or with the extended privilege `fmupgrade`.",
  ),
  password: ToolArgument.default("").describe("The account's password."),
  encryptionKey: ToolArgument.optional().describe("The encryption password of an encrypted file."),
};

/** File with its patches. */
const PatchTarget = z.strictObject(target);

/** Schema changes by patch files. */
export const patches = resource({
  applyPatch: {
    method: "POST",
    path: "/svc/api/fm-file/apply-patch",
    summary: "Apply patch files to hosted files with FMUpgradeTool",
    description:
      "A process on the database host, from Database Server 26 on: closes the files, copies them, applies the patches of each in " +
      "order, looks whether the outcomes are whole, puts all of them in place and opens what was open. Where anything fails, or " +
      "the process is aborted, every file is as it was before. Name one file in `sourceFile`, or several in `files`. The " +
      "tool's own log is the process's tool log.",
    access: "admin",
    open: true,
    input: z.object({
      ...target,
      sourceFile: target.sourceFile.optional(),
      patchFiles: target.patchFiles.optional(),
      files: z.array(PatchTarget).min(1).max(50).optional().describe("Several files, each with its own patches."),
      message: z.string().max(200).default("").describe("The message that people in the files see before they close."),
      force: z.boolean().default(false).describe("Whether people in the files are disconnected at once."),
      keepBackup: z
        .boolean()
        .default(false)
        .describe("Whether the files as they were stay in FileMaker Server's Backups folder."),
    }),
    output: z.object({
      ok: z.boolean().describe("The work was accepted."),
      processId: Id.describe("The process to follow it by."),
    }),
    changes: ({
      sourceFile,
      files,
    }: {
      readonly sourceFile?: string;
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
