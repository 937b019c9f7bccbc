import type { Area } from "../functions/edge/area.ts";
import { type RouteEntry, readRouteTable } from "./http/route-table.ts";

// In a bundled release, another module replaces this one: it contains the routes and finds the functions among the bundle's files
// (scripts/release/bundled-program.ts).

/** Exports of the module that lists a function's resources. */
export interface FunctionModule {
  readonly area: Area;
}

const projectRoot = new URL("../", import.meta.url);

/** Returns the routes in serverless.yml. */
export function functionRoutes(): readonly RouteEntry[] {
  return readRouteTable(new URL("serverless.yml", projectRoot));
}

/** Imports a function, by the path of its module in the route table. */
export function importFunction(module: string): Promise<FunctionModule> {
  return import(new URL(`${module}.ts`, projectRoot).href);
}
