import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import description from "#shared/system/api-document.ts";
import { type OperationOutline, type Outline, outlineOf } from "./outline.ts";

const released = new URL("api-1.0.0.json", import.meta.url);
const before: Readonly<Record<string, OperationOutline>> = JSON.parse(readFileSync(released, "utf8"));
const now = outlineOf(JSON.parse(JSON.stringify(description)));

/** Returns the paths of all fields of a type. Optional fields end with `?`. */
function fieldsOf(type: Outline | undefined, path = ""): readonly string[] {
  if (type === undefined || typeof type === "string") return [];
  if (Array.isArray(type)) return fieldsOf(type[0], `${path}[]`);
  return Object.entries(type).flatMap(([name, of]) => {
    if (name === "|") return (of as unknown as readonly Outline[]).flatMap((one) => fieldsOf(one, path));
    const field = `${path}.${name}`;
    return [field, ...fieldsOf(of, field.replace(/\?$/, ""))];
  });
}

const bare = (fields: readonly string[]) => new Set(fields.map((field) => field.replace(/\?$/, "")));

test("every operation of 1.0.0 still exists, with its statuses and fields, and requires no other field", () => {
  const broken = Object.entries(before).flatMap(([name, old]) => {
    const current = now[name];
    if (current === undefined) return [`${name} is missing`];
    const [oldInput, newInput] = [fieldsOf(old.in), fieldsOf(current.in)];
    const missing = (fields: readonly string[], others: readonly string[]) =>
      [...bare(fields)].filter((field) => !bare(others).has(field));
    const required = newInput.filter((field) => !field.endsWith("?") && !oldInput.includes(field));
    // A new field inside of a new optional one is no requirement.
    const newlyRequired = required.filter((field) => bare(oldInput).has(field.slice(0, field.lastIndexOf("."))));
    return [
      ...missing(oldInput, newInput).map((field) => `${name} no longer accepts ${field}`),
      ...newlyRequired.map((field) => `${name} now requires ${field}`),
      ...missing(fieldsOf(old.out), fieldsOf(current.out)).map((field) => `${name} no longer returns ${field}`),
      ...old.statuses
        .filter((status) => !current.statuses.includes(status))
        .map((status) => `${name} no longer says ${status}`),
    ];
  });
  expect(Object.keys(before).length).toBeGreaterThan(300);
  expect(broken).toEqual([]);
});

test("the outline of 1.0.0 stays small enough to review", () => {
  expect(statSync(released).size).toBeLessThan(300_000);
});
