import { pathTree } from "../functions/edge/routes/path-tree.ts";
import { withHead } from "../functions/edge/routes/routes.ts";
import type { RouteEntry } from "./route-table.ts";

/** Where a call goes. */
export interface Match {
  readonly route: RouteEntry;
  /** The prefix that the caller used. */
  readonly prefix: string;
}

/** Finds the function of a path by the routes of serverless.yml, as API Gateway does. Its operation is for the function to find. */
export interface Router {
  find(method: string, path: string): Match | undefined;
  /** The methods that a path takes, for the header `Allow`. */
  methods(path: string): readonly string[];
}

export function router(table: readonly RouteEntry[], prefixes: readonly string[]): Router {
  const tree = pathTree(table.map((route): [string, RouteEntry] => [route.template, route]));
  const known = new Set(prefixes);

  const taking = (method: string, path: string): RouteEntry | undefined =>
    tree.find(path, (route) => (route.method === method || route.method === "ANY" ? route : undefined));

  return {
    find(method, path) {
      const prefix = prefixOf(path);
      if (!known.has(prefix)) return undefined;
      const rest = path.slice(prefix.length + 1);
      const route = taking(method, rest) ?? (method === "HEAD" ? taking("GET", rest) : undefined);
      return route && { route, prefix };
    },

    methods(path) {
      const prefix = prefixOf(path);
      const methods = new Set<string>();
      if (known.has(prefix)) tree.find(path.slice(prefix.length + 1), ({ method }) => void methods.add(method));
      return withHead(methods);
    },
  };
}

/** A path's first segment, empty where nothing stands behind it. */
function prefixOf(path: string): string {
  const end = path.indexOf("/", 1);
  return end < 0 ? "" : path.slice(1, end);
}
