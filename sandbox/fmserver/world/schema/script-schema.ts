import * as z from "zod";
import { Name } from "./field-schema.ts";

const Parameter = z.strictObject({
  parameter: z
    .union([z.literal(true), z.string().min(1)])
    .describe("true: the script parameter; a name such as order.id: that member of a parameter in JSON, as text."),
});
const Built = z.array(z.union([z.string(), Parameter])).describe("Pieces of one text, in their order.");
export type Parameter = z.output<typeof Parameter>;
export type Built = z.output<typeof Built>;

const ScriptValue = z.union([z.string(), z.number(), Parameter, Built]);
export type ScriptValue = z.output<typeof ScriptValue>;

const Values = z
  .record(Name, ScriptValue)
  .describe("By field name; {parameter: true} stands for the script parameter, and a list builds a text with it.");

const ScriptStep = z.union([
  z.strictObject({ echo: z.literal(true) }).describe("The result is the parameter."),
  z
    .strictObject({ text: z.union([z.string(), Built]) })
    .describe("The result is this text; a list builds it from the parameter."),
  z.strictObject({ json: z.json() }).describe("The result is this JSON, as text."),
  z.strictObject({ error: z.int() }).describe("The script goes on with this error as its last one."),
  z.strictObject({ delayMs: z.int().min(0) }).describe("Waits on the sandbox's clock."),
  z.strictObject({ create: z.strictObject({ table: Name, values: Values }) }).describe("Makes a record."),
  z
    .strictObject({ edit: z.strictObject({ table: Name.optional(), recordId: z.int().optional(), values: Values }) })
    .describe("Edits a record; the current one when no table is named."),
  z
    .strictObject({ document: z.strictObject({ name: Name, text: z.string() }) })
    .describe("Writes a text file into the server's Documents folder."),
  z.strictObject({ global: z.strictObject({ field: Name, value: ScriptValue }) }).describe("Sets Table::field."),
]);
export type ScriptStep = z.output<typeof ScriptStep>;

const Script = z.strictObject({
  name: Name,
  steps: z.array(ScriptStep).default([]).describe("Done in order; without text, json or echo there is no result."),
});
export type Script = z.output<typeof Script>;

interface Separator {
  readonly separator: true;
}
/** Script, separator, or folder of scripts. */
export type ScriptNode = Script | Separator | { readonly folder: string; readonly scripts: readonly ScriptNode[] };
type ScriptNodeInput =
  | z.input<typeof Script>
  | Separator
  | { readonly folder: string; readonly scripts: readonly ScriptNodeInput[] };

export const ScriptNode: z.ZodType<ScriptNode, ScriptNodeInput> = z
  .union([
    Script,
    z.strictObject({ separator: z.literal(true) }),
    z.strictObject({ folder: Name, scripts: z.array(z.lazy(() => ScriptNode)) }),
  ])
  .meta({ id: "ScriptNode" });
