import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import * as z from "zod";
import { World } from "../../sandbox/fmserver/world/schema/world-schema.ts";
import { demoWorld } from "../../sandbox/worlds/demo.ts";
import { worldText } from "../../sandbox/worlds/world-text.ts";

test("world.schema.json matches what the code accepts", async () => {
  const schema = z.toJSONSchema(World, { io: "input" });
  await expect(formatted(schema, "")).toMatchFileSnapshot("../../sandbox/world.schema.json");
});

test("demo.json matches its generator's output", async () => {
  await expect(worldText(demoWorld())).toMatchFileSnapshot("../../sandbox/worlds/demo.json");
});

test("the schema accepts the demo world and rejects what the code rejects", () => {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(new URL(`../../sandbox/${file}`, import.meta.url), "utf8"));
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(read("world.schema.json") as object);
  expect(validate(read("worlds/demo.json"))).toBe(true);
  expect(validate({})).toBe(true);
  for (const bad of [{ databases: [{}] }, { databses: [] }, { databases: [{ name: "A", status: "BROKEN" }] }]) {
    expect(validate(bad)).toBe(false);
    expect(World.safeParse(bad).success).toBe(false);
  }
});

/** Returns JSON as our formatter writes it: short lists on one line. */
function formatted(value: unknown, indent: string): string {
  const end = indent === "" ? "\n" : "";
  const flat = JSON.stringify(value);
  if (typeof value !== "object" || value === null || flat === "{}" || flat === "[]") return flat + end;
  const inner = `${indent}  `;
  if (!Array.isArray(value)) {
    const lines = Object.entries(value).map(
      ([name, item]) => `${inner}${JSON.stringify(name)}: ${formatted(item, inner)}`,
    );
    return `{\n${lines.join(",\n")}\n${indent}}${end}`;
  }
  const line = `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
  const isPlain = value.every((item) => typeof item !== "object");
  if (isPlain && indent.length + line.length < 100) return line;
  return `[\n${value.map((item) => inner + formatted(item, inner)).join(",\n")}\n${indent}]`;
}
