import * as z from "zod";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { visibleText } from "#shared/contract/values/visible-text.ts";

/** Maximum length of the description of a tool or parameter. */
export const longestDescription = 1024;

/** Minimum length of the description of an active tool. */
export const shortestDescription = 20;

/** Returns the schema of text for models. Characters that readers can't see are removed. */
export const ShownText = (longest: number) =>
  z
    .string()
    .transform(visibleText)
    .pipe(z.string().max(longest, `must have at most ${longest} characters`));

/** Parameter of a tool, as in the reference API. */
const Parameter = z
  .object({
    type: z.enum(["string", "number", "boolean"]).describe("What one value is."),
    isArray: z.boolean().default(false).describe("Whether a list of such values is taken. Not for booleans."),
    required: z.boolean().default(false).describe("Whether a call has to have it."),
    description: ShownText(longestDescription).optional().describe("What it is, for the model."),
    enumValues: z
      .array(ShownText(200).pipe(z.string().min(1)))
      .max(200)
      .optional()
      .describe("The only values, for text."),
  })
  .refine(({ type, isArray }) => !(type === "boolean" && isArray), "a list of booleans is not taken")
  .refine(
    ({ type, enumValues = [] }) => type === "string" || enumValues.length === 0,
    "only text has a list of values",
  );
export type Parameter = z.output<typeof Parameter>;

/** Parameter name that all model vendors accept. */
const ParameterName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,64}$/, "must have 1 to 64 letters, digits, dashes, underscores and periods")
  .refine((name) => name !== "__proto__", "is not taken");

export const InputSchema = z
  .record(ParameterName, Parameter)
  .refine((schema) => Object.keys(schema).length <= 50, "at most 50 parameters")
  .describe("The parameters of the script, by name. They reach the script as one JSON object.");
export type InputSchema = z.output<typeof InputSchema>;

/** Effects of a tool, for the client. Defaults are cautious. */
export const Annotations = z.object({
  readOnlyHint: z.boolean().describe("Calling it changes nothing."),
  destructiveHint: z.boolean().describe("It may delete or overwrite something."),
  idempotentHint: z.boolean().describe("Calling it again with the same arguments changes nothing more."),
  openWorldHint: z.boolean().describe("It reaches beyond the file, such as to other servers."),
});
export type Annotations = z.output<typeof Annotations>;

export const cautiousAnnotations: Annotations = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: false,
};

export const OutputMode = z
  .enum(["auto", "text", "json"])
  .describe(
    "What the script's result is: `auto`: JSON where it is JSON, text otherwise. `text`: always text. `json`: JSON, and anything else is an error.",
  );
export type OutputMode = z.output<typeof OutputMode>;

export const Scope = z
  .enum(["fm:read", "fm:write"])
  .describe("What a sign-in has to allow. Left out: `fm:read` for tools that only read, `fm:write` for all others.");
export type Scope = z.output<typeof Scope>;

/** Client-facing name of a tool. */
export const McpName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,50}$/, "must have 1 to 50 letters, digits, dashes and underscores");

const Name = ShownText(100).pipe(z.string().trim().min(1));

/** Fields of a tool. */
export const toolFields = {
  name: Name.describe("What the tool is called."),
  description: ShownText(longestDescription).describe(
    "What the script does and when to call it, for the model. Needed before the tool is switched on.",
  ),
  script_name: z.string().min(1).max(100).describe("The script that a call runs."),
  input_schema: InputSchema,
  is_active: z.boolean().describe("False: clients neither see nor call it."),
  title: Name.nullable().describe("What people see of it. Null: its name."),
  mcp_name: McpName.nullable().describe("The name that clients call it by. Null: made from its name."),
  annotations: Annotations.partial().describe(
    "What a call does to the world. What is not said is taken for the worst.",
  ),
  output_mode: OutputMode,
  timeout_s: z.number().min(1).max(600).describe("How long a call waits for the script. Seconds."),
  required_scope: Scope.nullable(),
} as const;

/** Tool of a server: one script of its file. */
export const McpTool = z.object({
  id: Id.describe("Its number."),
  mcp_server_slug: z.string().describe("The server that it belongs to."),
  name: z.string().describe("What it is called."),
  description: z.string().nullable().describe("What it does, for the model."),
  script_name: z.string().describe("The script that a call runs."),
  input_schema: InputSchema,
  is_active: z.boolean().describe("False: clients neither see nor call it."),
  created_at: Timestamp.describe("When it was made."),
  updated_at: Timestamp.describe("When it was changed last."),
  title: z.string().describe("What people see of it."),
  mcp_name: z.string().describe("The name that clients call it by."),
  has_own_mcp_name: z.boolean().describe("Whether that name was chosen; otherwise it follows the tool's name."),
  annotations: Annotations.describe("What a call does to the world."),
  output_mode: OutputMode,
  timeout_s: z.number().describe("How long a call waits for the script. Seconds."),
  required_scope: Scope.nullable(),
  json_schema: z
    .record(z.string(), z.unknown())
    .describe("The parameters as clients see them, in JSON Schema 2020-12."),
});
export type McpTool = z.output<typeof McpTool>;
