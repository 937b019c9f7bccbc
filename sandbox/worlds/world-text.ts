import type { WorldInput } from "../fmserver/world/schema/world-schema.ts";

/** Returns a world as readable JSON: indented, with each record and each field on one line. */
export function worldText(world: WorldInput): string {
  return `${spread(world, "")}\n`;
}

const maxLineLength = 100;

function spread(value: unknown, indent: string): string {
  const flat = JSON.stringify(value);
  if (typeof value !== "object" || value === null || flat.length <= maxLineLength || isRecord(value)) return flat;
  const inner = `${indent}  `;
  const lines = Array.isArray(value)
    ? value.map((item) => spread(item, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => `${JSON.stringify(name)}: ${spread(item, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.map((line) => inner + line).join(",\n")}\n${indent}${close}`;
}

function isRecord(value: object): boolean {
  return "values" in value && !Array.isArray(value.values);
}
