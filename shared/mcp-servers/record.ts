import * as z from "zod";
import { storedRecord } from "#shared/contract/stored-record.ts";
import { cautiousAnnotations, type InputSchema, type Scope } from "./tools/contract.ts";

const ParameterRecord = z.object({
  name: z.string(),
  type: z.enum(["string", "number", "boolean"]),
  isArray: z.boolean(),
  required: z.boolean(),
  description: z.string().optional(),
  enumValues: z.array(z.string()).optional(),
  isInteger: z.boolean().optional(),
  format: z.enum(["date", "date-time"]).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  defaultValue: z.union([z.string(), z.number(), z.boolean()]).optional(),
});
export type ParameterRecord = z.output<typeof ParameterRecord>;

/** Stored tool. */
export const ToolRecord = z.object({
  id: z.int(),
  name: z.string(),
  title: z.string().nullable(),
  /** Client-facing name, either set or derived from the tool's name. */
  mcpName: z.string(),
  hasOwnMcpName: z.boolean(),
  description: z.string().nullable(),
  scriptName: z.string(),
  /** An array, because stores don't preserve the order of a map. */
  parameters: z.array(ParameterRecord),
  isActive: z.boolean(),
  annotations: z
    .object({
      readOnlyHint: z.boolean(),
      destructiveHint: z.boolean(),
      idempotentHint: z.boolean(),
      openWorldHint: z.boolean(),
    })
    .default(cautiousAnnotations),
  outputMode: z.enum(["auto", "text", "json"]),
  timeoutS: z.number(),
  requiredScope: z.enum(["fm:read", "fm:write"]).nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type ToolRecord = z.output<typeof ToolRecord>;

/** Stored server with all its tools. It is a single item, so that every change is one write and every call reads one item. */
export const ServerRecord = storedRecord("mcp-servers/server", 1, {
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  /** Name with extension. */
  filename: z.string(),
  description: z.string().nullable(),
  isActive: z.boolean(),
  instructions: z.string().nullable(),
  dataTools: z.enum(["off", "read", "read-write"]),
  allowedTables: z.array(z.string()),
  oauthEnabled: z.boolean(),
  /** Limit per credential; null for that of the service. */
  callsPerMinute: z.int().nullable().default(null),
  tools: z.array(ToolRecord),
  /** Version of the definition. */
  version: z.int(),
  createdAt: z.number(),
  updatedAt: z.number(),
  createdBy: z.string().nullable(),
});
export type ServerRecord = z.output<typeof ServerRecord>;

/** Returns the scope that a sign-in needs for a tool. */
export function scopeOf({ requiredScope, annotations }: Pick<ToolRecord, "requiredScope" | "annotations">): Scope {
  return requiredScope ?? (annotations.readOnlyHint ? "fm:read" : "fm:write");
}

/** Returns the parameters in their stored order. */
export function parametersIn(schema: InputSchema): ParameterRecord[] {
  return Object.entries(schema).map(([name, { type, isArray, required, description, enumValues, ...rules }]) => ({
    ...{ name, type, isArray, required },
    ...(Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined)) as typeof rules),
    ...(description !== undefined && description !== "" && { description }),
    ...(enumValues !== undefined && enumValues.length > 0 && { enumValues: [...new Set(enumValues)] }),
  }));
}

/** Returns the parameters as an input schema, as in the reference API. */
export function inputSchemaOf(parameters: readonly ParameterRecord[]): InputSchema {
  return Object.fromEntries(parameters.map(({ name, ...parameter }) => [name, parameter]));
}
