import { createHash } from "node:crypto";

/** Returns the digest of a value in base64url, independent of the order of its fields. */
export function digestOf(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(value)))
    .digest("base64url");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, field]) => [name, sorted(field)]),
  );
}
