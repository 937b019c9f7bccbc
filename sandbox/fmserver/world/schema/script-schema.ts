import * as z from "zod";
import { Name } from "./field-schema.ts";

const ScriptValue = z.union([z.string(), z.number(), z.strictObject({ parameter: z.literal(true) })]);
export type ScriptValue = z.output<typeof ScriptValue>;

const Values = z
  .record(Name, ScriptValue)
  .describe("By field name; {parameter: true} stands for the script parameter.");

const ScriptStep = z.union([
  z.strictObject({ echo: z.literal(true) }).describe("The result is the parameter."),
  z.strictObject({ text: z.string() }).describe("The result is this text."),
  z.strictObject({ json: z.json() }).describe("The result is this JSON, as text."),
  z.strictObject({ error: z.int() }).describe("The script goes on with this error as its last one."),
  z.strictObject({ delayMs: z.int().min(0) }).describe("Waits on the sandbox's clock."),
  z.strictObject({ create: z.strictObject({ table: Name, values: Values }) }).describe("Makes a record."),
  z
    .strictObject({ edit: z.strictObject({ table: Name.optional(), recordId: z.int().optional(), values: Values }) })
    .describe("Edits a record; the current one when no table is named."),
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
/** A script, a separator, or a folder of them. */
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
