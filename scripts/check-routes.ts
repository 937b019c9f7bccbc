// Compares the routes in serverless.yml with the contracts: exactly one function serves each operation of the catalog, its path is under a
// prefix of that function, each prefix has one owner, and a function's routes stream only if one of its operations does. Exits with 1 and a
// list of differences.
import { pathToFileURL } from "node:url";
import { catalogue } from "#shared/contract/catalogue.ts";
import { type Operations, streamsAnswers } from "#shared/contract/operation.ts";
import type { Area } from "../functions/edge/area.ts";
import { pathTree } from "../functions/edge/routes/path-tree.ts";
import { withoutPrefix } from "../functions/edge/routes/routes.ts";
import { type RouteEntry, readRouteTable } from "../local-runtime/http/route-table.ts";

type Contracts = Readonly<Record<string, Operations>>;

/** Returns the differences, one per line. Empty if routes and contracts agree. `served` contains the contract of each function. */
export function routeDifferences(
  routes: readonly RouteEntry[],
  served: Contracts,
  resources: Contracts = catalogue,
): readonly string[] {
  const owners = pathTree(routes.map((route) => ({ method: "ANY", template: route.template, value: route })));
  const operations = namedOperations(served);
  const inCatalogue = namedOperations(resources);
  const keysServed = new Set(operations.map(({ key }) => key));
  const keysKnown = new Set(inCatalogue.map(({ key }) => key));
  return [
    ...repeated(routes.map(nameOf)).map((route) => `${route} occurs several times in serverless.yml`),
    ...repeated(operations.map(({ key }) => key)).map((key) => `${key} is the path of several operations`),
    ...inCatalogue
      .filter(({ key }) => !keysServed.has(key))
      .map(({ name, key }) => `no function serves ${name} (${key})`),
    ...operations
      .filter(({ key }) => !keysKnown.has(key))
      .map(({ name, key }) => `${name} (${key}) isn't in the catalog`),
    ...operations.flatMap(({ owner, name, key, template }) => {
      const route = owners.find("ANY", template);
      if (route === undefined) return [`${name} (${key}) has no route`];
      return route.function === owner ? [] : [`${name} (${key}) is below a prefix of ${route.function}`];
    }),
    ...routes.flatMap((route) => differencesOf(route, served[route.function])),
  ];
}

function differencesOf(route: RouteEntry, contract: Operations | undefined): readonly string[] {
  if (contract === undefined) return [`${nameOf(route)} belongs to ${route.function}, which serves no contract`];
  const start = route.template.replace(/\{\w+\+\}$/, "");
  const templates = Object.values(contract).map(({ path }) => withoutPrefix(path));
  const isUsed = templates.some((template) =>
    start === route.template ? template === start : template.startsWith(start) && template !== start,
  );
  const streams = Object.values(contract).some(streamsAnswers);
  return [
    ...(route.method === "ANY"
      ? []
      : [`${nameOf(route)} has a single method, but a function owns its prefixes for all methods`]),
    ...(isUsed ? [] : [`no operation uses ${nameOf(route)}`]),
    ...(route.streams === streams
      ? []
      : [
          `${nameOf(route)} ${route.streams ? "streams" : "does not stream"}, unlike the operations of ${route.function}`,
        ]),
  ];
}

function namedOperations(contracts: Contracts) {
  return Object.entries(contracts).flatMap(([owner, contract]) =>
    Object.entries(contract).map(([name, { method, path }]) => {
      const template = withoutPrefix(path);
      return { owner, name: `${owner}.${name}`, template, key: `${method} ${template}` };
    }),
  );
}

function nameOf({ method, template }: RouteEntry): string {
  return `${method} ${template}`;
}

function repeated(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}

/** Returns the areas of the functions of the routes. */
async function areasOf(routes: readonly RouteEntry[]): Promise<Readonly<Record<string, Area>>> {
  const modules = new Map(routes.map((route) => [route.function, route.module]));
  const load = async ([name, module]: [string, string]) => {
    const { area }: { readonly area: Area } = await import(new URL(`../${module}.ts`, import.meta.url).href);
    return [name, area] as const;
  };
  return Object.fromEntries(await Promise.all([...modules].map(load)));
}

/** Returns the contracts that the functions of the routes serve. */
export async function servedContracts(routes: readonly RouteEntry[]): Promise<Contracts> {
  const contractOf = async ({ resources }: Area): Promise<Operations> => {
    const modules = await Promise.all(Object.values(resources).map(({ load }) => load()));
    return Object.assign({}, ...modules.map(({ resource }) => resource.contract));
  };
  const entries = Object.entries(await areasOf(routes)).map(
    async ([name, area]) => [name, await contractOf(area)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Returns the operations that another resource of their area would get, since its path is the longest match, and the areas whose `streams`
 * differs from their routes. One per line.
 */
export async function areaDifferences(routes: readonly RouteEntry[]): Promise<readonly string[]> {
  const differencesIn = async ([name, { streams, resources }]: [string, Area]): Promise<readonly string[]> => {
    const paths = Object.entries(resources).flatMap(([owner, { paths: own }]) => own.map((path) => ({ owner, path })));
    paths.sort((one, other) => other.path.length - one.path.length);
    const found = await Promise.all(
      Object.entries(resources).map(async ([resource, { load }]) => {
        const { contract } = (await load()).resource;
        return Object.entries(contract).flatMap(([operation, { path }]) => {
          const target = withoutPrefix(path);
          const owner = paths.find((one) => target === one.path || target.startsWith(`${one.path}/`))?.owner;
          return owner === resource
            ? []
            : [`${name}.${resource}.${operation} belongs to ${owner ?? "no resource"} by its path`];
        });
      }),
    );
    const streamed = routes.some((route) => route.function === name && route.streams);
    return [
      ...found.flat(),
      ...(streamed === streams ? [] : [`${name} says streams: ${streams}, and its routes don't`]),
    ];
  };
  return (await Promise.all(Object.entries(await areasOf(routes)).map(differencesIn))).flat();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const routes = readRouteTable(new URL("../serverless.yml", import.meta.url));
  const differences = [...routeDifferences(routes, await servedContracts(routes)), ...(await areaDifferences(routes))];
  for (const difference of differences) console.error(difference);
  if (differences.length > 0) process.exitCode = 1;
}
