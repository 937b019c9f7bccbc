import * as z from "zod";
import { Id } from "#shared/contract/scalars.ts";
import { DatabaseName } from "#shared/contract/values/database-name.ts";
import { Offset } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { BuildName } from "./build-tasks.ts";
import { ToolArgument } from "./file-tasks.ts";

/** Kinds of objects in a file's structure that are compared, in display order. */
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
  change: z.enum(["added", "removed", "changed"]).describe("Change from the first build to the second."),
  name: z.string().describe("Name. A field's name includes its table, as in `Contacts::email`."),
  was: z.string().optional().describe("Previous name, if it was renamed."),
});
export type ObjectChange = Readonly<z.infer<typeof ObjectChange>>;

const count = z.int().min(0);
const ComparedObjects = z.object({
  kind: z.enum(objectKinds).describe("Kind of object."),
  added: count.describe("Number of added objects."),
  removed: count.describe("Number of removed objects."),
  changed: count.describe("Number of changed objects."),
  changes: z.array(ObjectChange).describe("The changed objects by name. Only the first ones if there are very many."),
});
export type ComparedObjects = Readonly<z.infer<typeof ComparedObjects>>;

/** Comparison of a file that both builds have, object by object. */
export const ComparedStructure = z.object({
  fileName: z.string().describe("File name."),
  state: z
    .enum(["compared", "unreadable"])
    .describe("`unreadable`: the tool couldn't read the file in at least one of the builds."),
  reason: z.string().nullable().describe("Reason why the file is unreadable. Null if it was compared."),
  kinds: z.array(ComparedObjects).describe("Kinds with differences. Kinds without differences are omitted."),
});
export type ComparedStructure = Readonly<z.infer<typeof ComparedStructure>>;

/** Result of a comparison. `packed`: base64 of the gzipped JSON of `ComparedStructure`s. */
export const ComparisonOutcome = z.object({ from: Id, to: Id, packed: z.string() });
export type ComparisonOutcome = z.infer<typeof ComparisonOutcome>;

/** File in one of the builds, and the account that opens it. */
const BuiltFile = z.strictObject({
  /** Name as this build spells it. */
  file: DatabaseName,
  sizeBytes: Offset,
  /** SHA-256 of the file in hexadecimal digits. Detects a build that was made again. */
  sha256: z.string().max(64),
  username: ToolArgument,
  password: ToolArgument,
  encryptionKey: ToolArgument.optional(),
});

/** Build to compare. `id` is the ID of its record. */
const ComparedBuild = z.strictObject({ id: Id, build: BuildName });

/** Compares the files of two builds in the outbox. */
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
        /** Free disk space to leave. Bytes. */
        floorBytes: Offset,
      }),
    phases: ["comparing"],
  },
});
