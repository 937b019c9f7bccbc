import type { ToolSchema, ValueSchema } from "#shared/mcp/api.ts";
import type { ParameterRecord } from "./record.ts";

/** Converts a parameter list to JSON Schema 2020-12: one object without additional properties, patterns or references. */
export function jsonSchemaOf(parameters: readonly ParameterRecord[]): ToolSchema {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, propertyOf(parameter)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function propertyOf({ type, isArray, description, enumValues }: ParameterRecord): ValueSchema {
  const value = { type, ...(enumValues !== undefined && { enum: enumValues }) };
  return {
    ...(isArray ? { type: "array", items: value as ValueSchema } : (value as ValueSchema)),
    ...(description !== undefined && { description }),
  };
}
