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

function propertyOf(parameter: ParameterRecord): ValueSchema {
  const { type, isArray, description, enumValues, isInteger, format, minimum, maximum, defaultValue } = parameter;
  const value = {
    type: isInteger === true ? ("integer" as const) : type,
    ...(enumValues !== undefined && { enum: enumValues }),
    ...(format !== undefined && { format }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(defaultValue !== undefined && { default: defaultValue }),
  };
  return {
    ...(isArray ? { type: "array", items: value as ValueSchema } : (value as ValueSchema)),
    ...(description !== undefined && { description }),
  };
}
