import type { ToolChoice } from "./catalogue.ts";
import { defaultToolsets, Toolset } from "./contract.ts";

/** Tools that a request asks for, in the URL, in headers, or not at all. */
export interface Narrowing {
  readonly toolsets: readonly string[];
  readonly readOnly: readonly string[];
}

/** Returns the tools that the request asks for and the settings allow. Unknown toolset names select nothing. */
export function narrowed(allowed: ToolChoice, { toolsets, readOnly }: Narrowing): ToolChoice {
  const lists = toolsets.map(namesIn);
  const isWanted = (name: Toolset) =>
    lists.length === 0
      ? defaultToolsets.includes(name)
      : lists.every((list) => list.includes(name) || list.includes("all"));
  return {
    role: allowed.role,
    toolsets: allowed.toolsets.filter(isWanted),
    // Any value that isn't clearly negative counts as read-only.
    readOnly: allowed.readOnly || readOnly.some((value) => !/^(?:false|0|no)$/i.test(value.trim())),
  };
}

function namesIn(list: string): readonly string[] {
  return list.split(",").flatMap((part) => {
    const name = part.trim().toLowerCase();
    return name === "all" || Toolset.safeParse(name).success ? [name] : [];
  });
}
