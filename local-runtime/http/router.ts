import { pathTree } from "../../functions/edge/routes/path-tree.ts";
import type { RouteEntry } from "./route-table.ts";

export interface Match {
  readonly route: RouteEntry;
  /** Prefix that the caller used; empty for calls at the root. */
  readonly prefix: string;
}

/** Finds the function of a path by the routes in serverless.yml, as API Gateway does. The function then finds its operation. */
export interface Router {
  find(method: string, path: string): Match | undefined;
  /** Returns the methods that a path accepts, for the `Allow` header. */
  methods(path: string): readonly string[];
  /** Returns the prefix of a path below one, also of the path that only consists of it. Undefined for other paths. */
  prefixOf(path: string): string | undefined;
}

export function router(
  table: readonly RouteEntry[],
  prefixes: readonly string[],
  { isFmiAtRoot = false }: { readonly isFmiAtRoot?: boolean } = {},
): Router {
  const tree = pathTree(table.map((route) => ({ method: route.method, template: route.template, value: route })));
  const known = new Set(prefixes);

  /** Returns the prefix of one of our paths; empty for well-known paths at the root and, if enabled, for FileMaker's APIs at the root. */
  const ownPrefixOf = (path: string): string | undefined => {
    const first = firstOf(path);
    if (known.has(first)) return first;
    return first === ".well-known" || (isFmiAtRoot && first === "fmi") ? "" : undefined;
  };

  return {
    find(method, path) {
      const prefix = ownPrefixOf(path);
      if (prefix === undefined) return undefined;
      const route = tree.find(method, behindPrefix(path, prefix));
      return route && { route, prefix };
    },

    methods(path) {
      const prefix = ownPrefixOf(path);
      return prefix === undefined ? [] : tree.methods(behindPrefix(path, prefix));
    },

    prefixOf: (path) => [path.slice(1), firstOf(path)].find((first) => known.has(first)),
  };
}

/** Returns a path or URL without the prefix, as the functions expect it. */
export function behindPrefix(path: string, prefix: string): string {
  return prefix === "" ? path : path.slice(prefix.length + 1);
}

/** Returns a path's first segment, or an empty string if nothing follows it. */
function firstOf(path: string): string {
  const end = path.indexOf("/", 1);
  return end < 0 ? "" : path.slice(1, end);
}
