import { pathTree } from "../../functions/edge/routes/path-tree.ts";
import type { RouteEntry } from "./route-table.ts";

/** Where a call goes. */
export interface Match {
  readonly route: RouteEntry;
  /** The prefix that the caller used; empty for a call at the root. */
  readonly prefix: string;
}

/** Finds the function of a path by the routes of serverless.yml, as API Gateway does. Its operation is for the function to find. */
export interface Router {
  find(method: string, path: string): Match | undefined;
  /** The methods that a path takes, for the header `Allow`. */
  methods(path: string): readonly string[];
}

export function router(
  table: readonly RouteEntry[],
  prefixes: readonly string[],
  { isFmiAtRoot = false }: { readonly isFmiAtRoot?: boolean } = {},
): Router {
  const tree = pathTree(table.map((route) => ({ method: route.method, template: route.template, value: route })));
  const known = new Set(prefixes);

  /** The prefix of a path of ours; empty for what clients look for at the root, and for one of FileMaker's APIs there, where that is served. */
  const ownPrefixOf = (path: string): string | undefined => {
    const first = prefixOf(path);
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
  };
}

/** A path or an address as the functions know it. */
export function behindPrefix(path: string, prefix: string): string {
  return prefix === "" ? path : path.slice(prefix.length + 1);
}

/** A path's first segment, empty where nothing stands behind it. */
function prefixOf(path: string): string {
  const end = path.indexOf("/", 1);
  return end < 0 ? "" : path.slice(1, end);
}
