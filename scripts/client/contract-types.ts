import * as z from "zod";
import { catalogue } from "#shared/contract/catalogue.ts";
import { errors } from "#shared/contract/errors.ts";
import type { Operation } from "#shared/contract/operation.ts";
import operations from "../../client/operations.json" with { type: "json" };
import { typeOf } from "./type-of-schema.ts";

/** Returns the types of `client/contract-types.ts` as plain TypeScript, without the libraries that contracts are written with. */
export function plainContractTypes(): string {
  const resources = Object.entries(catalogue).flatMap(([resource, all]) => {
    const property = resource.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const names = Object.keys((operations as Readonly<Record<string, object>>)[property] ?? {});
    if (names.length === 0) return [];
    const shown = names.map((name) => `    readonly ${name}: ${contractOf((all as Record<string, Operation>)[name])};`);
    return [`  readonly ${property}: {`, ...shown, "  };"];
  });
  const names = Object.keys(errors).map((name) => `  | "${name}"`);
  return [
    "/** Operations by resource: input, output, response format, and if the body is bytes. */",
    "export type Contracts = {",
    ...resources,
    "};",
    "",
    "/** Names of all errors in the service's catalog. */",
    "export type ErrorName =",
    `${names.join("\n")};`,
    "",
    "/** Long-running work, as `processes.readProcess` returns it. */",
    'export type Process = Contracts["processes"]["readProcess"]["output"]["process"];',
    "",
  ].join("\n");
}

function contractOf(operation: Operation | undefined): string {
  if (operation === undefined) throw new Error("client/operations.json names an operation that no contract has");
  const { input, output, answers = "envelope", takes } = operation;
  const schemaOf = (schema: z.ZodType, io: "input" | "output") =>
    z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return [
    `{ readonly input: ${typeOf(schemaOf(input, "input"))}`,
    `readonly output: ${typeOf(schemaOf(output, "output"))}`,
    `readonly answers: "${answers}"`,
    `readonly takesBytes: ${takes === "bytes"} }`,
  ].join("; ");
}
