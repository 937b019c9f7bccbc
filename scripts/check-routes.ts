// Compares the route table in serverless.yml with the contracts: every operation has exactly one route, every route an
// operation, and what streams is marked as such. Exits with 1 and a list when they differ.
import { pathToFileURL } from "node:url";
import { type RouteEntry, readRouteTable } from "../local-runtime/route-table.ts";
import { catalogue } from "../shared/contract/catalogue.ts";
import type { Operations } from "../shared/contract/operation.ts";

/** What differs, a line each. Empty when routes and contracts agree. */
export function routeDifferences(
  routes: readonly RouteEntry[],
  resources: Readonly<Record<string, Operations>> = catalogue,
): readonly string[] {
  const operations = Object.entries(resources).flatMap(([resource, all]) =>
    Object.entries(all).map(([name, { method, path, answers }]) => ({
      name: `${resource}.${name}`,
      resource,
      route: `${method} ${path.replace(/^\/svc/, "")}`,
      streams: answers === "stream" || answers === "events",
    })),
  );
  const known = new Set(operations.map(({ route }) => route));
  return [
    ...repeated(operations.map(({ route }) => route)).map((route) => `${route} is the path of several operations`),
    ...repeated(routes.map(nameOf)).map((route) => `${route} stands several times in serverless.yml`),
    ...operations.flatMap(({ name, resource, route, streams }) => {
      const entry = routes.find((candidate) => nameOf(candidate) === route);
      if (entry === undefined) return [`${name} (${route}) has no route`];
      return [
        ...(entry.function === resource ? [] : [`${name} (${route}) belongs to ${resource}, not to ${entry.function}`]),
        ...(entry.streams === streams
          ? []
          : [`${name} (${route}) ${streams ? "streams" : "does not stream"}, its route says otherwise`]),
      ];
    }),
    ...routes.flatMap((entry) => (known.has(nameOf(entry)) ? [] : [`${nameOf(entry)} is the route of no operation`])),
  ];
}

function nameOf({ method, template }: RouteEntry): string {
  return `${method} ${template}`;
}

function repeated(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name, place) => names.indexOf(name) !== place))];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const differences = routeDifferences(readRouteTable(new URL("../serverless.yml", import.meta.url)));
  for (const difference of differences) console.error(difference);
  if (differences.length > 0) process.exitCode = 1;
}
