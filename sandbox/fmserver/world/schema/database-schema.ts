import * as z from "zod";
import { Name, Table } from "./field-schema.ts";
import { LayoutNode } from "./layout-schema.ts";
import { ScriptNode } from "./script-schema.ts";

const Access = z.strictObject({
  view: z.boolean().optional(),
  create: z.boolean().optional(),
  edit: z.boolean().optional(),
  delete: z.boolean().optional(),
});

const PrivilegeSet = z.strictObject({
  name: Name,
  extendedPrivileges: z.array(z.string()).default([]).describe("Such as fmrest, fmodata, fmapp."),
  records: Access.default({}).describe("What may be done in every table; everything when not said."),
  tables: z.record(Name, Access).default({}).describe("Exceptions, by table."),
  fields: z
    .record(z.string(), z.enum(["modify", "view", "none"]))
    .default({})
    .describe("By Table::field."),
  scripts: z.boolean().default(true).describe("Whether scripts may be run."),
  hiddenScripts: z
    .array(Name)
    .default([])
    .describe("Scripts that it has no access to: they are neither listed nor run."),
});
export type PrivilegeSet = z.output<typeof PrivilegeSet>;

const Account = z.strictObject({
  name: Name,
  password: z.string(),
  privilegeSet: Name.default("[Full Access]").describe("[Full Access] needs no definition; it has fmrest and fmodata."),
  enabled: z.boolean().default(true),
});
export type Account = z.output<typeof Account>;

const Relationship = z.strictObject({
  from: Name.describe("A table occurrence."),
  to: Name,
  match: z
    .array(
      z.strictObject({
        from: Name.describe("A field of the occurrence on the left; a global one leads from here to the right only."),
        operator: z.enum(["=", "≠", "<", "≤", ">", "≥", "x"]).default("="),
        to: Name,
      }),
    )
    .min(1),
  createTo: z.boolean().default(false).describe("Allow creation of records on the right via this relationship."),
  createFrom: z.boolean().default(false),
  deleteTo: z.boolean().default(false).describe("Delete records on the right when one on the left is deleted."),
  deleteFrom: z.boolean().default(false),
});
export type Relationship = z.output<typeof Relationship>;

const ValueList = z.union([
  z.strictObject({ name: Name, values: z.array(z.string()) }),
  z.strictObject({
    name: Name,
    field: z.string().describe("Occurrence::field whose values are listed."),
    display: z.string().optional().describe("Occurrence::field shown beside it."),
    relatedTo: Name.optional().describe("Only related values, seen from this occurrence."),
  }),
]);
export type ValueList = z.output<typeof ValueList>;

/** Hosted file. */
export const Database = z
  .strictObject({
    name: Name.describe("Without .fmp12."),
    status: z.enum(["NORMAL", "CLOSED", "PAUSED"]).default("NORMAL"),
    folder: z.string().optional().describe("Where it lies, when not in the default folder."),
    sizeBytes: z.int().min(0).default(1_048_576).describe("On disk it is a multiple of 4096."),
    fileId: z.string().optional().describe("The file's unique id; made from its name without one."),
    version: z.string().default("22.0.2").describe("Of the FileMaker that wrote it last."),
    encryptionKey: z.string().optional().describe("An encrypted file; needed to open it."),
    encryptionHint: z.string().default("").describe("What is shown to those who have to give the key."),
    damaged: z.boolean().default(false).describe("true: it cannot be opened, and stays closed."),
    hasGuids: z.boolean().default(false).describe("Whether its objects have ids by which patches find them."),
    guidSeed: z.string().optional().describe("Set when these ids are made anew: they become others."),
    kiosk: z.boolean().default(false).describe("Whether it opens without FileMaker's own windows."),
    dateFormat: z.enum(["MM/DD/YYYY", "DD/MM/YYYY", "YYYY-MM-DD"]).default("MM/DD/YYYY").describe("The file's locale."),
    accounts: z.array(Account).default([]),
    privilegeSets: z.array(PrivilegeSet).default([]),
    tables: z.array(Table).default([]),
    occurrences: z
      .array(
        z.strictObject({
          name: Name,
          table: Name,
          file: Name.optional().describe(
            "Another hosted file that the table is of. It is opened with an account of its own, else with that of the session.",
          ),
        }),
      )
      .default([])
      .describe("Each table has one of its own name already."),
    relationships: z.array(Relationship).default([]),
    layouts: z.array(LayoutNode).default([]),
    valueLists: z.array(ValueList).default([]),
    scripts: z.array(ScriptNode).default([]),
  })
  .meta({ id: "Database" });
export type Database = z.output<typeof Database>;
