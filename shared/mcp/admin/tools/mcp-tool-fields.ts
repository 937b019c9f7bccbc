import type { InputSchema } from "#shared/mcp-servers/tools/contract.ts";
import type { Arguments } from "../admin-tool.ts";
import { flag, type ResultFields, rows, text, texts, whole } from "../result-fields.ts";

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
        type: { type: "string", enum: ["string", "number", "boolean"] },
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
    type: text("string, number or boolean"),
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
  readonly type: "string" | "number" | "boolean";
  readonly list?: boolean;
  readonly required?: boolean;
  readonly description?: string;
  readonly values?: readonly string[];
}

function schemaOf(parameters: readonly Parameter[]): InputSchema {
  return Object.fromEntries(
    parameters.map(({ name, type, list = false, required = false, description, values }) => [
      name,
      {
        ...{ type, isArray: list, required },
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
      ([name, { type, isArray, required, description, enumValues }]) => ({
        ...{ name, type, description, values: enumValues },
        ...(isArray && { list: true }),
        ...(required && { required: true }),
      }),
    ),
  };
}
