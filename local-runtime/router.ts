import type { RouteEntry } from "./route-table.ts";

/** Where a call goes. */
export interface Match {
  readonly route: RouteEntry;
  /** The prefix that the caller used. */
  readonly prefix: string;
}

/** Finds routes as API Gateway does: exact words before parameters, `{name+}` for the rest. */
export interface Router {
  find(method: string, path: string): Match | undefined;
  /** The methods that a path takes, for the Allow header. */
  methods(path: string): readonly string[];
}

export function router(table: readonly RouteEntry[], prefixes: readonly string[]): Router {
  const greedy = table
    .filter(({ template }) => template.endsWith("+}"))
    .flatMap((route) =>
      prefixes.map((prefix) => ({ route, prefix, start: `/${prefix}${route.template.replace(/\{\w+\+\}$/, "")}` })),
    );
  const plain = table
    .filter(({ template }) => !template.endsWith("+}"))
    .map((route) => ({ route, segments: route.template.split("/") }))
    .sort((a, b) => a.segments.filter(isParameter).length - b.segments.filter(isParameter).length);
  const known = new Set(prefixes);

  const all = (path: string): Match[] => {
    const matches: Match[] = greedy.filter(({ start }) => path.startsWith(start) && path.length > start.length);
    const [, prefix = "", ...rest] = path.split("/");
    if (!known.has(prefix)) return matches;
    // A slash at the end changes nothing, as at API Gateway's REST API.
    if (rest.length > 1 && rest.at(-1) === "") rest.pop();
    const segments = ["", ...rest];
    for (const { route, segments: template } of plain) if (fits(template, segments)) matches.push({ route, prefix });
    return matches;
  };

  return {
    find(method, path) {
      for (const match of greedy)
        if (match.route.method === "ANY" && path.startsWith(match.start) && path.length > match.start.length)
          return match;
      const matches = all(path);
      return (
        matches.find(({ route }) => route.method === method || route.method === "ANY") ??
        (method === "HEAD" ? matches.find(({ route }) => route.method === "GET") : undefined)
      );
    },

    methods: (path) => [...new Set(all(path).map(({ route }) => route.method))],
  };
}

function isParameter(segment: string): boolean {
  return segment.startsWith("{");
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((word, place) => (isParameter(word) ? segments[place] !== "" : word === segments[place]))
  );
}
