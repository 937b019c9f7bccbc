import * as z from "zod";
import { ComparedStructure } from "#shared/agent/protocol/tasks/comparison-tasks.ts";
import { ToolArgument } from "#shared/agent/protocol/tasks/file-tasks.ts";
import { resource } from "#shared/contract/operation.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";

const ComparedBuild = z.object({
  id: Id.describe("Record number of the build."),
  buildId: z.string().describe("Build ID."),
  createdAt: Timestamp.describe("Time when it was requested."),
});

/** Properties in which two versions of a file can differ. */
const facts = {
  clone: z.boolean().describe("True if it is a clone, without records."),
  size: z.int().min(0).describe("Bytes."),
  sha256: z.string().describe("SHA-256 of the file, in hexadecimal digits."),
  hasContainerData: z.boolean().describe("True if its externally stored container data is included."),
};
export const factNames = ["clone", "size", "sha256", "hasContainerData"] as const satisfies (keyof typeof facts)[];

const ComparedFile = z.object({
  fileName: z.string().describe("File name, as in the later build."),
  change: z.enum(["added", "removed", "changed", "unchanged"]).describe("Change from the first build to the second."),
  differences: z.array(z.enum(factNames)).describe("Fields that differ; empty unless `change` is `changed`."),
  from: z.object(facts).nullable().describe("The file in the build `from`; null if it isn't there."),
  to: z.object(facts).nullable().describe("The file in the build `to`; null if it isn't there."),
});
export type ComparedFile = Readonly<z.infer<typeof ComparedFile>>;

/** Differences in the structure of the files of two builds, if they were requested. */
export const StructureComparison = z.object({
  state: z
    .enum(["none", "running", "compared", "failed"])
    .describe("`none`: no comparison was requested yet. `running`: a process is comparing."),
  processId: Id.nullable().describe("ID of the process that compares them."),
  reason: z.string().nullable().describe("Reason for a failure; null if it didn't fail."),
  comparedAt: Timestamp.nullable().describe("Time when the comparison finished."),
  files: z.array(ComparedStructure).describe("Files that both builds have with different content."),
});
export type StructureComparison = z.infer<typeof StructureComparison>;

/** Comparison of two builds, file by file. */
export const BuildComparison = z.object({
  from: ComparedBuild.describe("The earlier build."),
  to: ComparedBuild.describe("The later build."),
  files: z.array(ComparedFile).describe("All files of both builds, sorted by name."),
  structure: StructureComparison.describe(
    "Differences in tables, fields, layouts, scripts and more, after a `POST` to the same address.",
  ),
});
export type BuildComparison = z.infer<typeof BuildComparison>;

/** Account that opens a file for a comparison. */
export const FileOpener = z.object({
  fileName: DatabaseName.describe("File name."),
  user: ToolArgument.optional().describe("Account with full access. Default: the account of the build, or Admin."),
  password: ToolArgument.optional().describe("Password of the account."),
  encryptionKey: ToolArgument.optional().describe("Encryption password of the file, if it is encrypted."),
});
export type FileOpener = z.infer<typeof FileOpener>;

const RowId = z.coerce.number().pipe(Id);
const comparedBuilds = {
  from: RowId.describe("Record number of the earlier build."),
  to: RowId.describe("Record number of the later build."),
};

/** Comparisons of two builds, and of the structure of their files. */
export const buildComparisons = resource({
  compareBuilds: {
    method: "GET",
    path: "/svc/api/build/db/compare",
    summary: "Compare the files of two builds",
    description:
      "Compares the builds' records, so builds that are no longer in the outbox can be compared too. FileMaker Server rewrites every copy, so the bytes can differ even if no one changed the file. " +
      "`structure` has the differences inside the files after a structure comparison.",
    access: "admin",
    input: z.object(comparedBuilds),
    output: z.object({ comparison: BuildComparison.describe("The comparison, file by file.") }),
    errors: ["build_not_found", "build_running", "build_not_completed"],
    example: {
      input: { from: 7, to: 8 },
      output: {
        comparison: {
          from: { id: 7, buildId: "release-12", createdAt: "2026-11-20T09:15:02.114Z" },
          to: { id: 8, buildId: "release-13", createdAt: "2026-11-21T09:15:02.201Z" },
          files: [
            {
              fileName: "Contacts.fmp12",
              change: "changed",
              differences: ["size", "sha256"],
              from: { clone: true, size: 4_194_304, sha256: "01".repeat(32), hasContainerData: false },
              to: { clone: true, size: 4_198_400, sha256: "93".repeat(32), hasContainerData: false },
            },
          ],
          structure: {
            state: "compared",
            processId: 44,
            reason: null,
            comparedAt: "2026-11-21T09:20:41.007Z",
            files: [
              {
                fileName: "Contacts.fmp12",
                state: "compared",
                reason: null,
                kinds: [
                  {
                    kind: "field",
                    added: 1,
                    removed: 0,
                    changed: 1,
                    changes: [
                      { change: "added", name: "Contacts::email" },
                      { change: "changed", name: "Contacts::phone", was: "Contacts::telephone" },
                    ],
                  },
                ],
              },
            ],
          },
        },
      },
    },
  },

  compareStructures: {
    method: "POST",
    path: "/svc/api/build/db/compare",
    summary: "Compare the structure of two builds",
    description:
      "Starts a process. FMDeveloperTool exports the structure of each file whose content differs between the builds as XML, from the builds in the outbox. The result is stored, even after the builds are deleted; get it with `GET` on the same address. " +
      "Builds that were compared aren't compared again, unless a file couldn't be read or `files` names a file. " +
      "Accounts aren't compared, because a deployment keeps those of the data file.",
    access: "admin",
    input: z.object({
      ...comparedBuilds,
      files: z
        .array(FileOpener)
        .max(100)
        .default([])
        .describe("Accounts and passwords that open the files, if they differ from those of the builds."),
    }),
    output: z.object({
      started: z.boolean().describe("False if the comparison is already running or finished."),
      processId: Id.describe("ID of the process that compares them."),
    }),
    changes: ({ to }: { readonly to: number }) => `build:${to}`,
    errors: [
      "build_not_found",
      "build_running",
      "build_not_completed",
      "build_not_in_outbox",
      "builds_alike",
      "input_invalid",
    ],
    example: { input: { from: 7, to: 8 }, output: { started: true, processId: 44 } },
  },
});
