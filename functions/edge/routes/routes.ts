import type { Operation, Operations } from "#shared/contract/operation.ts";
import { decodedSegment } from "#shared/proxy/path-rules.ts";
import { type PathTree, pathTree } from "./path-tree.ts";

/** An operation of a contract, and where its path is. */
export interface Route {
  readonly name: string;
  readonly operation: Operation;
  /** Its path behind the service prefix. */
  readonly template: string;
  /** Whether another server answers: every step asks, at each call. */
  readonly isRelay: boolean;
}

/** The operations of one contract by method and path behind the service prefix. */
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

/** A path behind its first segment, which is the service prefix or one of its aliases. */
export function withoutPrefix(path: string): string {
  return path.slice(path.indexOf("/", 1));
}

/** The values of a template's parameters in a raw path, each decoded exactly once (R4.3). */
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
