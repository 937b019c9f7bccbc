import type { InputSchema } from "#shared/mcp-servers/tools/contract.ts";
import type { Arguments } from "../admin-tool.ts";
import { flag, number, type ResultFields, rows, text, texts, whole } from "../result-fields.ts";

/** Fields of a tool definition. Required fields differ by call. */
export const definition = {
  name: { type: "string", minLength: 1, maxLength: 100, description: "Name of the tool, such as create_order" },
  description: {
    type: "string",
    minLength: 20,
    maxLength: 1_024,
    description: "What the script does and when to call it",
  },
  script: { type: "string", minLength: 1, maxLength: 100, description: "Name as in list_scripts" },
  parameters: {
    type: "array",
    maxItems: 50,
    description: "The script's parameters, passed as one JSON object",
    items: {
      type: "object",
      properties: {
        name: { type: "string", minLength: 1, maxLength: 64 },
        type: { type: "string", enum: ["string", "number", "integer", "boolean", "date", "date-time"] },
        minimum: { type: "number" },
        maximum: { type: "number" },
        default: { type: "string", maxLength: 1_000 },
        list: { type: "boolean" },
        required: { type: "boolean" },
        description: { type: "string", maxLength: 1_024 },
        values: { type: "array", items: { type: "string", maxLength: 200 }, maxItems: 200 },
      },
      required: ["name", "type"],
      additionalProperties: false,
    },
  },
  reads_only: { type: "boolean", description: "The script changes nothing" },
  active: { type: "boolean", description: "If clients see the tool" },
} as const;

/** Fields of a tool in results. */
export const toolFields: ResultFields = {
  tool: whole("Number for update_mcp_tool"),
  name: text(),
  called: text("Name that clients call"),
  description: text("What it does and when to call it"),
  script: text("Script that it runs"),
  active: flag("False if clients don't see it"),
  reads_only: flag("True if it changes nothing"),
  parameters: rows("Its parameters", {
    name: text(),
    type: text(),
    minimum: number(),
    maximum: number(),
    default: text(),
    description: text("What to send"),
    values: texts("Allowed values"),
    list: flag("True for a list of values"),
    required: flag("True if it is required"),
  }),
};

/** Converts the arguments of a call to fields of the management API. */
export function definedIn({ name, description, script, parameters, reads_only: readsOnly, active }: Arguments) {
  return {
    ...(name !== undefined && { name: String(name) }),
    ...(description !== undefined && { description: String(description) }),
    ...(script !== undefined && { script_name: String(script) }),
    ...(parameters !== undefined && { input_schema: schemaOf(parameters as readonly Parameter[]) }),
    ...(readsOnly !== undefined && {
      annotations: { readOnlyHint: readsOnly === true, destructiveHint: readsOnly !== true },
    }),
    ...(active !== undefined && { is_active: active === true }),
  };
}

interface Parameter {
  readonly name: string;
  readonly type: "string" | "number" | "integer" | "boolean" | "date" | "date-time";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: string;
  readonly list?: boolean;
  readonly required?: boolean;
  readonly description?: string;
  readonly values?: readonly string[];
}

/** Types as the management API stores them. */
const storedTypes = {
  string: { type: "string" },
  number: { type: "number" },
  integer: { type: "number", isInteger: true },
  boolean: { type: "boolean" },
  date: { type: "string", format: "date" },
  "date-time": { type: "string", format: "date-time" },
} as const;

/** Returns a default, which models send as text, as a value of its type. The management API rejects what isn't one. */
function defaultIn(given: string, type: "string" | "number" | "boolean"): string | number | boolean {
  if (type === "number" && given.trim() !== "" && Number.isFinite(Number(given))) return Number(given);
  return type === "boolean" && (given === "true" || given === "false") ? given === "true" : given;
}

function schemaOf(parameters: readonly Parameter[]): InputSchema {
  return Object.fromEntries(
    parameters.map(({ name, type, list = false, required = false, description, values, minimum, maximum, ...more }) => [
      name,
      {
        ...{ ...storedTypes[type], isArray: list, required },
        ...(minimum !== undefined && { minimum }),
        ...(maximum !== undefined && { maximum }),
        ...(more.default !== undefined && { defaultValue: defaultIn(more.default, storedTypes[type].type) }),
        ...(description !== undefined && { description }),
        ...(values !== undefined && { enumValues: [...values] }),
      },
    ]),
  );
}

/** Returns a tool as models read it. */
export function shownTool(found: {
  readonly id: number;
  readonly name: string;
  readonly mcp_name: string;
  readonly description: string | null;
  readonly script_name: string;
  readonly is_active: boolean;
  readonly annotations: { readonly readOnlyHint: boolean };
  readonly input_schema: InputSchema;
}) {
  return {
    ...{ tool: found.id, name: found.name, called: found.mcp_name, description: found.description },
    ...{ script: found.script_name, active: found.is_active, reads_only: found.annotations.readOnlyHint },
    parameters: Object.entries(found.input_schema).map(
      ([name, { type, isArray, required, description, enumValues, isInteger, format, ...rules }]) => ({
        ...{ name, type: isInteger === true ? "integer" : (format ?? type), description, values: enumValues },
        ...{ minimum: rules.minimum, maximum: rules.maximum },
        ...(rules.defaultValue !== undefined && { default: String(rules.defaultValue) }),
        ...(isArray && { list: true }),
        ...(required && { required: true }),
      }),
    ),
  };
}
