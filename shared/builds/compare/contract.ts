import * as z from "zod";
import { ComparedStructure } from "#shared/agent/protocol/tasks/comparison-tasks.ts";
import { ToolArgument } from "#shared/agent/protocol/tasks/file-tasks.ts";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";

const ComparedBuild = z.object({
  id: Id.describe("The number of its record."),
  buildId: z.string().describe("What it is called."),
  createdAt: Timestamp.describe("When it was asked for."),
});

/** Properties in which two versions of a file can differ. */
const facts = {
  clone: z.boolean().describe("Whether it is there without its records."),
  size: z.int().min(0).describe("Bytes."),
  sha256: z.string().describe("SHA-256 of its bytes, in hexadecimal digits."),
  hasContainerData: z.boolean().describe("Whether container data that it keeps outside of itself is there."),
};
export const factNames = ["clone", "size", "sha256", "hasContainerData"] as const satisfies (keyof typeof facts)[];

const ComparedFile = z.object({
  fileName: z.string().describe("The file's name, as the later build writes it."),
  change: z
    .enum(["added", "removed", "changed", "unchanged"])
    .describe("What became of it from the one build to the other."),
  differences: z.array(z.enum(factNames)).describe("The fields in which both differ; empty unless it is `changed`."),
  from: z.object(facts).nullable().describe("As it is in the build `from`. Null: it is not there."),
  to: z.object(facts).nullable().describe("As it is in the build `to`. Null: it is not there."),
});
export type ComparedFile = Readonly<z.infer<typeof ComparedFile>>;

/** Differences in the structure of the files of two builds, if they were requested. */
export const StructureComparison = z.object({
  state: z
    .enum(["none", "running", "compared", "failed"])
    .describe("`none`: nobody has asked for it yet. `running`: a process is at it."),
  processId: Id.nullable().describe("The process that compares them, or has."),
  reason: z.string().nullable().describe("Why it has failed. Null: it has not."),
  comparedAt: Timestamp.nullable().describe("When it was done."),
  files: z.array(ComparedStructure).describe("The files that both builds have with other bytes."),
});
export type StructureComparison = z.infer<typeof StructureComparison>;

/** Comparison of two builds, file by file. */
export const BuildComparison = z.object({
  from: ComparedBuild.describe("The build that is compared."),
  to: ComparedBuild.describe("The build that it is compared with."),
  files: z.array(ComparedFile).describe("Every file of either, by name."),
  structure: StructureComparison.describe(
    "Tables, fields, layouts, scripts and more: what `POST` on the same address has found out.",
  ),
});
export type BuildComparison = z.infer<typeof BuildComparison>;

/** Account that opens a file for a comparison. */
export const FileOpener = z.object({
  fileName: DatabaseName.describe("The file's name."),
  user: ToolArgument.optional().describe("An account with full access. Without one it is that of the build, or Admin."),
  password: ToolArgument.optional().describe("Its password."),
  encryptionKey: ToolArgument.optional().describe("The password of an encrypted file."),
});
export type FileOpener = z.infer<typeof FileOpener>;
