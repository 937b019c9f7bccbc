import { expect } from "vitest";
import { adminTools, chosenTools } from "#shared/mcp/admin/catalogue.ts";
import { defaultToolsets, toolsets } from "#shared/mcp/admin/contract.ts";
import { instructionsOf } from "#shared/mcp/admin/instructions.ts";
import { fileOperationRows } from "#shared/mcp/admin/tools/file-operations.ts";
import type { ValueSchema } from "#shared/mcp/protocol/schema.ts";
import { verifies } from "../../support/verifies.ts";

const all = [...adminTools.values()];
const byDefault = chosenTools({ toolsets: defaultToolsets, readOnly: false, role: "administrator" });

verifies("mcp:admin:budget", "by default there are at most 25 tools in 10,000 tokens", () => {
  const characters = JSON.stringify(byDefault.map(({ tool }) => tool)).length;
  expect(byDefault.length).toBeLessThanOrEqual(25);
  expect(characters / 4).toBeLessThanOrEqual(10_000);
});

verifies("mcp:admin:budget", "the instructions stay below 1,500 characters", () => {
  const all = { toolsets, readOnly: false, role: "administrator" } as const;
  expect(instructionsOf(all, all).length).toBeLessThanOrEqual(1_500);
  expect(instructionsOf({ ...all, toolsets: ["server"] }, all).length).toBeLessThanOrEqual(1_500);
  const operator = { ...all, role: "operator" } as const;
  expect(instructionsOf({ ...operator, toolsets: ["server"] }, operator).length).toBeLessThanOrEqual(1_500);
});

verifies("mcp:admin:tools", "each tool and each of its parameters is described", () => {
  for (const { tool } of all) {
    expect(tool.description.length, tool.name).toBeGreaterThanOrEqual(40);
    for (const [name, schema] of Object.entries(tool.inputSchema.properties)) {
      expect(schema.description ?? "", `${tool.name} ${name}`).not.toBe("");
      if ("default" in schema)
        expect(schema.description, `${tool.name} ${name}`).toContain(`Default: ${String(schema.default)}`);
    }
  }
});

verifies("mcp:admin:budget", "each tool sets all four hints, and destructive ones ask first", () => {
  for (const { tool, preview } of all) {
    expect(tool.name).toMatch(/^[a-z]+(?:_[a-z]+)+$/);
    expect(tool.name.length).toBeLessThanOrEqual(40);
    expect(Object.values(tool.annotations)).toEqual([1, 2, 3, 4].map(() => expect.any(Boolean)));
    const { readOnlyHint, destructiveHint } = tool.annotations;
    expect(readOnlyHint && destructiveHint).toBe(false);
    expect(preview !== undefined, tool.name).toBe(destructiveHint);
    expect(Object.hasOwn(tool.inputSchema.properties, "confirm_token"), tool.name).toBe(destructiveHint);
  }
});

verifies(
  "mcp:admin:tools",
  "file operations are listed with their availability in this release of FileMaker Server",
  () => {
    const unsupported = (major: number) =>
      fileOperationRows({ major, short: `${major}.0.1` })
        .filter(({ supported }) => supported === false)
        .map(({ operation, reason }) => `${operation}: ${reason}`);
    expect(unsupported(26)).toEqual([]);
    expect(unsupported(22)).toEqual(["apply_patch: Requires FileMaker Server 26; this one is 22.0.1."]);
    expect(unsupported(21)).toHaveLength(2);
    // While the release is unknown, nothing is reported.
    for (const row of fileOperationRows({ major: 0, short: "" })) expect(row).not.toHaveProperty("supported");
  },
);

verifies("mcp:admin:budget", "schemas use only what every vendor's models accept", () => {
  for (const { tool } of all) {
    expect(JSON.stringify(tool)).not.toMatch(/"(?:oneOf|anyOf|allOf|\$ref|pattern)"/);
    expect(tool.inputSchema.additionalProperties).toBe(false);
    for (const name of tool.inputSchema.required ?? []) expect(tool.inputSchema.properties).toHaveProperty([name]);
  }
});

verifies("mcp:admin:tools", "each tool says when to use it, and which fields its results have", () => {
  for (const { tool } of all) {
    expect(tool.description, tool.name).toMatch(/\bUse it\b/);
    const properties = tool.outputSchema?.properties ?? {};
    expect(Object.keys(properties).length, tool.name).toBeGreaterThan(0);
    for (const [name, schema] of Object.entries(properties))
      if (name !== "affects") expect(empty(schema, `${tool.name} ${name}`)).toEqual([]);
  }
});

verifies("mcp:admin:budget", "by default the tools take at most 8,000 tokens, all of them at most 18,000", () => {
  const tokens = (tools: typeof all) => JSON.stringify(tools.map(({ tool }) => tool)).length / 4;
  expect(tokens([...byDefault])).toBeLessThanOrEqual(8_000);
  expect(tokens(all)).toBeLessThanOrEqual(18_000);
});

/** Returns the places in a schema that tell nothing: objects and lists without content. */
function empty(schema: ValueSchema, at: string): readonly string[] {
  if (schema.type === "array") return schema.items === undefined ? [at] : empty(schema.items, `${at}[]`);
  if (schema.type !== "object") return [];
  const { properties = {}, additionalProperties } = schema;
  if (typeof additionalProperties === "object") return empty(additionalProperties, `${at}.*`);
  const fields = Object.entries(properties);
  return fields.length === 0 ? [at] : fields.flatMap(([name, field]) => empty(field, `${at}.${name}`));
}
