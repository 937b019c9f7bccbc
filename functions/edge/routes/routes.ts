import type { Operation, Operations } from "#shared/contract/operation.ts";
import { decodedSegment } from "#shared/proxy/path-rules.ts";
import { type PathTree, pathTree } from "./path-tree.ts";

/** Operation of a contract and its path. */
export interface Route {
  readonly name: string;
  readonly operation: Operation;
  /** Path after the service prefix. */
  readonly template: string;
  /** True if another server answers. Stored here because every step of every call asks. */
  readonly isRelay: boolean;
}

/** Operations of one contract by method and path after the service prefix. */
export type Routes = PathTree<Route>;

export function routesOf(contract: Operations): Routes {
  return pathTree(
    Object.entries(contract).map(([name, operation]) => {
      const template = withoutPrefix(operation.path);
      return {
        method: operation.method,
        template,
        value: { name, operation, template, isRelay: operation.answers === "relay" },
      };
    }),
  );
}

/** Removes the first segment, which is the service prefix or an alias. */
export function withoutPrefix(path: string): string {
  return path.slice(path.indexOf("/", 1));
}

/** Returns the template's parameters from a raw path, each decoded exactly once. */
export function parametersOf(template: string, path: string): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  let start = 0;
  for (const name of template.split("/")) {
    const isRest = name.endsWith("+}");
    const slash = isRest ? -1 : path.indexOf("/", start);
    const end = slash < 0 ? path.length : slash;
    if (name.startsWith("{")) values[name.slice(1, isRest ? -2 : -1)] = decodedSegment(path.slice(start, end));
    start = end + 1;
  }
  return values;
}
