import * as z from "zod";
import { Id, Timestamp } from "#shared/contract/scalars.ts";
import { isDateText } from "#shared/contract/texts/date-text.ts";
import { visibleText } from "#shared/contract/texts/visible-text.ts";

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

/** Returns true if a call could send the default. */
function isDefaultValid({
  type,
  enumValues,
  defaultValue: value,
  ...rules
}: {
  readonly type: string;
  readonly enumValues?: readonly string[] | undefined;
  readonly isInteger?: boolean | undefined;
  readonly format?: "date" | "date-time" | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly defaultValue?: string | number | boolean | undefined;
}): boolean {
  if (value === undefined) return true;
  if (typeof value !== type) return false;
  if (typeof value === "string")
    return (enumValues?.includes(value) ?? true) && (rules.format === undefined || isDateText(value, rules.format));
  if (typeof value === "boolean") return true;
  const { isInteger = false, minimum = -Infinity, maximum = Infinity } = rules;
  return value >= minimum && value <= maximum && (!isInteger || Number.isInteger(value));
}

/** Parameter of a tool, as in the reference API, with rules of our own. */
const Parameter = z
  .object({
    type: z.enum(["string", "number", "boolean"]).describe("Type of a value."),
    isArray: z
      .boolean()
      .default(false)
      .describe("True if the parameter is a list of such values. Not available for booleans."),
    required: z.boolean().default(false).describe("True if the parameter is required."),
    description: ShownText(longestDescription).optional().describe("Description for the model."),
    enumValues: z
      .array(ShownText(200).pipe(z.string().min(1)))
      .max(200)
      .optional()
      .describe("Allowed values; only for strings."),
    isInteger: z.boolean().optional().describe("True for whole numbers; only for numbers."),
    format: z
      .enum(["date", "date-time"])
      .optional()
      .describe("`date`: as in 2026-11-20. `date-time`: as in 2026-11-20T09:15:00Z. Only for strings."),
    minimum: z.number().optional().describe("Lowest number; only for numbers."),
    maximum: z.number().optional().describe("Highest number; only for numbers."),
    defaultValue: z
      .union([ShownText(1_000), z.number(), z.boolean()])
      .optional()
      .describe("Value that the script gets if a call leaves out the parameter. Not for required ones and lists."),
  })
  .refine(({ type, isArray }) => !(type === "boolean" && isArray), "lists of booleans are not supported")
  .refine(
    ({ type, enumValues = [] }) => type === "string" || enumValues.length === 0,
    "only strings can have a list of allowed values",
  )
  .refine(
    ({ type, isInteger, minimum, maximum }) => type === "number" || (isInteger ?? minimum ?? maximum) === undefined,
    "only numbers can be whole and have limits",
  )
  .refine(({ minimum = -Infinity, maximum = Infinity }) => minimum <= maximum, "the minimum is above the maximum")
  .refine(
    ({ type, format, enumValues }) => format === undefined || (type === "string" && enumValues === undefined),
    "only strings without allowed values can be dates",
  )
  .refine(
    ({ defaultValue, required, isArray }) => defaultValue === undefined || !(required || isArray),
    "required parameters and lists have no default",
  )
  .refine(isDefaultValid, "the default isn't a valid value of the parameter");
export type Parameter = z.output<typeof Parameter>;

/** Parameter name that all model vendors accept. */
const ParameterName = z
  .string()
  .regex(
    /^[A-Za-z0-9_.-]{1,64}$/,
    "must have 1 to 64 of the letters A to Z and a to z, digits, dashes, underscores and periods",
  )
  .refine((name) => name !== "__proto__", "is reserved");

export const InputSchema = z
  .record(ParameterName, Parameter)
  .refine((schema) => Object.keys(schema).length <= 50, "must have at most 50 parameters")
  .describe("The script's parameters, by name. The script gets them as one JSON object.");
export type InputSchema = z.output<typeof InputSchema>;

/** Effects of a tool, for the client. Defaults are cautious. */
export const Annotations = z.object({
  readOnlyHint: z.boolean().describe("True if a call changes nothing."),
  destructiveHint: z.boolean().describe("True if a call can delete or overwrite data."),
  idempotentHint: z.boolean().describe("True if repeating a call with the same arguments changes nothing more."),
  openWorldHint: z.boolean().describe("True if a call reaches other systems, such as other servers."),
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
    "Format of the script's result. `auto`: JSON if the result is valid JSON, otherwise text. `text`: always text. `json`: JSON; anything else is an error.",
  );
export type OutputMode = z.output<typeof OutputMode>;

export const Scope = z
  .enum(["fm:read", "fm:write"])
  .describe(
    "Scopes that a sign-in must include. Default: `fm:read` for tools that only read, `fm:write` for all others.",
  );
export type Scope = z.output<typeof Scope>;

/** Client-facing name of a tool. */
export const McpName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,50}$/, "must have 1 to 50 letters, digits, dashes and underscores");

const Name = ShownText(100).pipe(z.string().trim().min(1));

/** Fields of a tool. */
export const toolFields = {
  name: Name.describe("Name of the tool."),
  description: ShownText(longestDescription).describe(
    "Description for the model: what the script does and when to call it. Required to enable the tool.",
  ),
  script_name: z.string().min(1).max(100).describe("Name of the script that a call runs."),
  input_schema: InputSchema,
  is_active: z.boolean().describe("False if the tool is disabled: clients can neither see nor call it."),
  title: Name.nullable().describe("Title shown to people; null means the tool's name."),
  mcp_name: McpName.nullable().describe("Name that clients use to call the tool; null means derived from its name."),
  annotations: Annotations.partial().describe("Effects of a call. Without a value, the worst case is assumed."),
  output_mode: OutputMode,
  timeout_s: z.number().min(1).max(600).describe("Time that a call waits for the script, in seconds."),
  required_scope: Scope.nullable(),
} as const;

/** Tool of a server: one script of its file. */
export const McpTool = z.object({
  id: Id.describe("The tool's id."),
  mcp_server_slug: z.string().describe("Slug of the tool's server."),
  name: z.string().describe("Name of the tool."),
  description: z.string().nullable().describe("Description for the model."),
  script_name: z.string().describe("Name of the script that a call runs."),
  input_schema: InputSchema,
  is_active: z.boolean().describe("False if the tool is disabled: clients can neither see nor call it."),
  created_at: Timestamp.describe("Creation time."),
  updated_at: Timestamp.describe("Time of the last change."),
  title: z.string().describe("Title shown to people."),
  mcp_name: z.string().describe("Name that clients use to call the tool."),
  has_own_mcp_name: z
    .boolean()
    .describe("True if this name was set explicitly; otherwise it is derived from the tool's name."),
  annotations: Annotations.describe("Effects of a call."),
  output_mode: OutputMode,
  timeout_s: z.number().describe("Time that a call waits for the script, in seconds."),
  required_scope: Scope.nullable(),
  json_schema: z
    .record(z.string(), z.unknown())
    .describe("The parameters as clients see them, in JSON Schema 2020-12."),
});
export type McpTool = z.output<typeof McpTool>;
