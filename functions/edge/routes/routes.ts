import type { Operation, Operations } from "#shared/contract/operation.ts";
import { decodedSegment } from "#shared/proxy/path-rules.ts";
import { pathTree } from "./path-tree.ts";

/** An operation of a contract, and where its path is. */
export interface Route {
  readonly name: string;
  readonly operation: Operation;
  /** Its path behind the service prefix. */
  readonly template: string;
}

/** What a contract has for a path. */
export interface Routes {
  /** The operation for a method; a HEAD is served where there is a GET. */
  find(method: string, path: string): Route | undefined;
  /** The methods that a path takes, for the header `Allow`; none where the path leads nowhere. */
  methods(path: string): readonly string[];
}

/** The operations of one contract by method and path behind the service prefix. */
export function routesOf(contract: Operations): Routes {
  const tree = pathTree(
    Object.entries(contract).map(([name, operation]): [string, Route] => {
      const template = withoutPrefix(operation.path);
      return [template, { name, operation, template }];
    }),
  );
  return {
    find(method, path) {
      const taking = (wanted: string) =>
        tree.find(path, (route) =>
          route.operation.method === wanted || route.operation.method === "ANY" ? route : undefined,
        );
      return taking(method) ?? (method === "HEAD" ? taking("GET") : undefined);
    },

    methods(path) {
      const methods = new Set<string>();
      tree.find(path, ({ operation }) => void methods.add(operation.method));
      return withHead(methods);
    },
  };
}

/** A HEAD is served wherever there is a GET. */
export function withHead(methods: Iterable<string>): readonly string[] {
  return [...new Set([...methods].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))];
}

/** A path behind its first segment, which is the service prefix or one of its aliases. */
export function withoutPrefix(path: string): string {
  return path.slice(path.indexOf("/", 1));
}

/** The values of a template's parameters in a raw path, each decoded exactly once (R4.3). */
export function parametersOf(template: string, path: string): Readonly<Record<string, string>> {
  const segments = path.split("/");
  const values: Record<string, string> = {};
  for (const [at, name] of template.split("/").entries()) {
    if (name.endsWith("+}")) values[name.slice(1, -2)] = decodedSegment(segments.slice(at).join("/"));
    else if (name.startsWith("{")) values[name.slice(1, -1)] = decodedSegment(segments[at] ?? "");
  }
  return values;
}
