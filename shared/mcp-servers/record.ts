import * as z from "zod";
import { cautiousAnnotations, type InputSchema, type Scope } from "./tools/contract.ts";

const ParameterRecord = z.object({
  name: z.string(),
  type: z.enum(["string", "number", "boolean"]),
  isArray: z.boolean(),
  required: z.boolean(),
  description: z.string().optional(),
  enumValues: z.array(z.string()).optional(),
});
export type ParameterRecord = z.output<typeof ParameterRecord>;

/** A tool as stored. */
export const ToolRecord = z.object({
  id: z.int(),
  name: z.string(),
  title: z.string().nullable(),
  /** What clients call it by, chosen or made from its name. */
  mcpName: z.string(),
  hasOwnMcpName: z.boolean(),
  description: z.string().nullable(),
  scriptName: z.string(),
  /** A list: stores do not keep the order of a map. */
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

/** A server with all its tools, as stored: one item, so that every change is one write and every call reads one item. */
export const ServerRecord = z.object({
  schema: z.literal(1),
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  /** Full name. */
  filename: z.string(),
  description: z.string().nullable(),
  isActive: z.boolean(),
  instructions: z.string().nullable(),
  dataTools: z.enum(["off", "read", "read-write"]),
  allowedTables: z.array(z.string()),
  oauthEnabled: z.boolean(),
  tools: z.array(ToolRecord),
  /** Of the definitions. */
  version: z.int(),
  createdAt: z.number(),
  updatedAt: z.number(),
  createdBy: z.string().nullable(),
});
export type ServerRecord = z.output<typeof ServerRecord>;

/** The scope that a sign-in needs for a tool. */
export function scopeOf({ requiredScope, annotations }: Pick<ToolRecord, "requiredScope" | "annotations">): Scope {
  return requiredScope ?? (annotations.readOnlyHint ? "fm:read" : "fm:write");
}

/** Parameters in their stored order. */
export function parametersIn(schema: InputSchema): ParameterRecord[] {
  return Object.entries(schema).map(([name, { type, isArray, required, description, enumValues }]) => ({
    ...{ name, type, isArray, required },
    ...(description !== undefined && description !== "" && { description }),
    ...(enumValues !== undefined && enumValues.length > 0 && { enumValues: [...new Set(enumValues)] }),
  }));
}

/** The same as the reference has them. */
export function inputSchemaOf(parameters: readonly ParameterRecord[]): InputSchema {
  return Object.fromEntries(parameters.map(({ name, ...parameter }) => [name, parameter]));
}
