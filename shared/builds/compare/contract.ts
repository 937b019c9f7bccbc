import * as z from "zod";
import { Id, Timestamp } from "#shared/contract/scalars.ts";

const ComparedBuild = z.object({
  id: Id.describe("The number of its record."),
  buildId: z.string().describe("What it is called."),
  createdAt: Timestamp.describe("When it was asked for."),
});

/** What may differ between two forms of a file, by the names of the fields that say it. */
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

/** Two builds, file by file. */
export const BuildComparison = z.object({
  from: ComparedBuild.describe("The build that is compared."),
  to: ComparedBuild.describe("The build that it is compared with."),
  files: z.array(ComparedFile).describe("Every file of either, by name."),
});
export type BuildComparison = z.infer<typeof BuildComparison>;
