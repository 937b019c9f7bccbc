import * as z from "zod";
import { Name } from "./field-schema.ts";

const Display = z
  .enum(["editText", "popupList", "popupMenu", "checkBox", "radioButtons", "selectionList", "calendar", "secureText"])
  .default("editText");
export type Display = z.output<typeof Display>;

const PlacedField = z.union([
  Name,
  z.strictObject({
    field: Name.describe("The field's name, or Occurrence::field."),
    display: Display,
    valueList: Name.optional(),
    repetitions: z
      .tuple([z.int().min(1), z.int().min(1)])
      .optional()
      .describe("First and last shown; all by default."),
  }),
]);
export type PlacedField = z.output<typeof PlacedField>;

/** Sort order as in the Data API: ascend, descend or the name of a value list. */
export const SortOrder = z.strictObject({ fieldName: Name, sortOrder: z.string().default("ascend") });
export type SortOrder = z.output<typeof SortOrder>;

const Portal = z.strictObject({
  name: Name.optional().describe("The object name; without one the portal goes by its occurrence."),
  occurrence: Name,
  fields: z.array(PlacedField).min(1).describe("Occurrence::field each."),
  rows: z.int().min(1).default(5).describe("The rows that are visible."),
  scrolling: z.boolean().default(true).describe("false: only the visible rows are answered."),
  filter: z.record(Name, z.string()).optional().describe("Find criteria that a row has to meet."),
  sort: z.array(SortOrder).default([]),
});
export type Portal = z.output<typeof Portal>;

const Layout = z.strictObject({
  name: Name,
  occurrence: Name.describe("The table occurrence it is based on."),
  view: z.enum(["form", "list", "table"]).default("form").describe("The saved view; v1 looks at it."),
  fields: z.array(PlacedField).default([]),
  portals: z.array(Portal).default([]),
});
export type Layout = z.output<typeof Layout>;

interface LayoutFolder {
  readonly folder: string;
  readonly layouts: readonly LayoutNode[];
}
interface Separator {
  readonly separator: true;
}
/** Layout, separator, or folder of layouts. */
export type LayoutNode = Layout | Separator | LayoutFolder;
type LayoutNodeInput =
  | z.input<typeof Layout>
  | Separator
  | { readonly folder: string; readonly layouts: readonly LayoutNodeInput[] };

export const LayoutNode: z.ZodType<LayoutNode, LayoutNodeInput> = z
  .union([
    Layout,
    z.strictObject({ separator: z.literal(true) }),
    z.strictObject({ folder: Name, layouts: z.array(z.lazy(() => LayoutNode)) }),
  ])
  .meta({ id: "LayoutNode" });
