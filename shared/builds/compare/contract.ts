import * as z from "zod";
import { ComparedStructure } from "#shared/agent/protocol/tasks/comparison-tasks.ts";
import { ToolArgument } from "#shared/agent/protocol/tasks/file-tasks.ts";
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
