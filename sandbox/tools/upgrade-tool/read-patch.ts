import { SaxesParser } from "saxes";
import { ToolError } from "../process/open-file.ts";

/** Element of a patch. */
export interface PatchElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly inside: readonly PatchElement[];
}

/** Action of a patch, in order. */
export interface PatchAction {
  readonly kind: "AddAction" | "ReplaceAction" | "DeleteAction";
  readonly catalogues: readonly PatchElement[];
}

/** Parses a patch. @throws ToolError 10001 for other content */
export function readPatch(text: string): readonly PatchAction[] {
  const root = parsed(text);
  if (root?.name !== "FMUpgradeToolPatch") throw new ToolError(10001, "Invalid patch: no FMUpgradeToolPatch");
  // Actions are below the root, or in its Structure.
  const holders = [root, ...root.inside.filter(({ name }) => name === "Structure")];
  return holders
    .flatMap(({ inside }) => inside)
    .flatMap((element) => {
      const { name, inside } = element;
      if (name !== "AddAction" && name !== "ReplaceAction" && name !== "DeleteAction") return [];
      return [{ kind: name, catalogues: inside } satisfies PatchAction];
    });
}

function parsed(text: string): PatchElement | undefined {
  const top: { name: string; attributes: Record<string, string>; inside: PatchElement[] } = {
    name: "",
    attributes: {},
    inside: [],
  };
  const open = [top];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes, inside: [] };
    open.at(-1)?.inside.push(element);
    open.push(element);
  });
  parser.on("closetag", () => {
    open.pop();
  });
  parser.on("error", (error) => {
    throw new ToolError(10001, `Invalid patch: ${error.message}`);
  });
  parser.write(text).close();
  return top.inside[0];
}
