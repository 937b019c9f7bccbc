import { readFileSync } from "node:fs";
import type * as z from "zod";
import { withProfile } from "./profiles.ts";
import type { Profile } from "./schema/server-schema.ts";
import { World, type WorldInput } from "./schema/world-schema.ts";
import { WorldError } from "./world-error.ts";

/**
 * Loads and validates a world, given as data or as the path of a JSON file. `profile` is for worlds that don't name one.
 * @throws WorldError
 */
export function loadWorld(source: WorldInput | string | URL, profile: Profile = "measured"): World {
  const input: unknown = typeof source === "string" || source instanceof URL ? readWorldFile(source) : source;
  const parsed = World.safeParse(withProfile(input, profile));
  if (parsed.success) return parsed.data;
  const issue = deepest(parsed.error.issues);
  throw new WorldError(spell(issue?.path ?? []), issue?.message ?? "not a world");
}

function readWorldFile(file: string | URL): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (cause) {
    throw new WorldError("", `cannot read ${String(file)} (${(cause as NodeJS.ErrnoException).code})`);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new WorldError("", `${String(file)} is not JSON: ${(cause as Error).message}`);
  }
}

/** Returns the deepest issue: in a union, the branch that got furthest has the best message. */
function deepest(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const [issue] = issues;
  if (issue?.code !== "invalid_union") return issue;
  const inner = issue.errors
    .map((branch) => deepest(branch))
    .filter((found) => found !== undefined)
    .sort((a, b) => b.path.length - a.path.length)[0];
  return inner === undefined ? issue : { ...inner, path: [...issue.path, ...inner.path] };
}

function spell(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? String(part) : `${text}.${String(part)}`;
  }, "");
}
