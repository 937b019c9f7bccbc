import { readFileSync } from "node:fs";
import { expect } from "vitest";
import * as z from "zod";
import { LocalSettings } from "../../functions/settings/local.ts";
import { verifies } from "../support/verifies.ts";

const root = new URL("../../", import.meta.url);

verifies("runtime:settings:documented", "the page is generated from the settings in the code", async () => {
  await expect(page()).toMatchFileSnapshot("../../docs/reference/configuration.md");
});

verifies("runtime:settings:documented", "the environment is read in one place, and only through the schema", () => {
  const source = ["local", "aws"]
    .map((name) => readFileSync(new URL(`functions/settings/${name}.ts`, root), "utf8"))
    .join("\n");
  expect(source.match(/process\.env/g)?.length).toBe(2);
  expect(source).not.toMatch(/process\.env[.[]/);
});

function page(): string {
  const rows = Object.entries(LocalSettings.shape).map(([name, schema]) => {
    const description = schema.meta()?.description;
    if (description === undefined) throw new Error(`${name} says nothing of itself`);
    return `| \`${name}\` | ${defaultOf(schema)} | ${description} |`;
  });
  return [
    "# Settings on one machine",
    "",
    "Set these as environment variables. Latchkey reads them once, when it starts. An empty variable counts as not set. With an invalid value, the start fails with a sentence that names the variable.",
    "`tests/runtime/configuration-page.test.ts` writes this page.",
    "",
    "| name | default | meaning |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

/** Returns the default as a user would set it, or the effective behavior without one. */
function defaultOf(schema: z.ZodType): string {
  const unset = schema.meta()?.unset;
  if (typeof unset === "string") return unset;
  const parsed = z.safeParse(schema, undefined);
  const value: unknown = parsed.success ? parsed.data : undefined;
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return "none";
  return `\`${String(value)}\``;
}
