import type { ToolChoice } from "./catalogue.ts";
import { defaultToolsets, Toolset } from "./contract.ts";

/** What a request says of the tools that it wants: by its address, by a header, or by neither. */
export interface Narrowing {
  readonly toolsets: readonly string[];
  readonly readOnly: readonly string[];
}

/** What a request gets: what it names, within what the settings allow. Names of no group give nothing. */
export function narrowed(allowed: ToolChoice, { toolsets, readOnly }: Narrowing): ToolChoice {
  const lists = toolsets.map(namesIn);
  const isWanted = (name: Toolset) =>
    lists.length === 0
      ? defaultToolsets.includes(name)
      : lists.every((list) => list.includes(name) || list.includes("all"));
  return {
    toolsets: allowed.toolsets.filter(isWanted),
    // Whatever is no plain no narrows.
    readOnly: allowed.readOnly || readOnly.some((value) => !/^(?:false|0|no)$/i.test(value.trim())),
  };
}

function namesIn(list: string): readonly string[] {
  return list.split(",").flatMap((part) => {
    const name = part.trim().toLowerCase();
    return name === "all" || Toolset.safeParse(name).success ? [name] : [];
  });
}
