import * as z from "zod";
import { Id } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { BuildName } from "./build-tasks.ts";
import { ToolArgument } from "./file-tasks.ts";

/** What the structure of a file consists of, as far as it is compared, in the order in which it is shown. */
export const objectKinds = [
  "table",
  "field",
  "tableOccurrence",
  "layout",
  "script",
  "valueList",
  "customFunction",
  "privilegeSet",
] as const;
export type ObjectKind = (typeof objectKinds)[number];

const ObjectChange = z.object({
  change: z.enum(["added", "removed", "changed"]).describe("What became of it from the one build to the other."),
  name: z.string().describe("Its name; of a field with its table before it, as `Contacts::email`."),
  was: z.string().optional().describe("The name that it had before, where it has another one now."),
});
export type ObjectChange = Readonly<z.infer<typeof ObjectChange>>;

const count = z.int().min(0);
const ComparedObjects = z.object({
  kind: z.enum(objectKinds).describe("What they are."),
  added: count.describe("How many were added."),
  removed: count.describe("How many were removed."),
  changed: count.describe("How many were changed."),
  changes: z.array(ObjectChange).describe("Which they are, by name: of very many the first ones."),
});
export type ComparedObjects = Readonly<z.infer<typeof ComparedObjects>>;

/** A file that both builds have, object by object. */
export const ComparedStructure = z.object({
  fileName: z.string().describe("The file's name."),
  state: z.enum(["compared", "unreadable"]).describe("Whether the tool could read it in both builds."),
  reason: z.string().nullable().describe("Why it could not be read. Null: it could."),
  kinds: z.array(ComparedObjects).describe("What differs; kinds of which all is the same are left out."),
});
export type ComparedStructure = Readonly<z.infer<typeof ComparedStructure>>;

/** What a comparison has come to. Packed: base64 of the gzipped JSON of `ComparedStructure`s. */
export const ComparisonOutcome = z.object({ from: Id, to: Id, packed: z.string() });
export type ComparisonOutcome = z.infer<typeof ComparisonOutcome>;

/** A file as it is in one of the builds, and who opens it. */
const BuiltFile = z.strictObject({
  /** As this build spells it. */
  file: DatabaseName,
  sizeBytes: Offset,
  /** Of the file, in hexadecimal digits: a build that was made again is not taken for the one that is meant. */
  sha256: z.string().max(64),
  username: ToolArgument,
  password: ToolArgument,
  encryptionKey: ToolArgument.optional(),
});

/** `id`: the number of the build's record. */
const ComparedBuild = z.strictObject({ id: Id, build: BuildName });

/** Comparing builds of the outbox by what is in their files. */
export const comparisonTasks = lazySchemas({
  "builds.compare": {
    request: () =>
      z.strictObject({
        from: ComparedBuild,
        to: ComparedBuild,
        files: z
          .array(z.strictObject({ from: BuiltFile, to: BuiltFile }))
          .min(1)
          .max(100),
        /** What is left free on the disk. */
        floorBytes: Offset,
      }),
    phases: ["comparing"],
  },
});
