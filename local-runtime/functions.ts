import type { Handler } from "#shared/ports/http-call.ts";
import type { Platform } from "../functions/platform.ts";
import { type RouteEntry, readRouteTable } from "./route-table.ts";

const projectRoot = new URL("../", import.meta.url);

/** The functions of the stack, to be built on a platform. */
export interface Functions {
  readonly routes: readonly RouteEntry[];
  readonly handlers: ReadonlyMap<string, (platform: Platform) => Handler>;
}

/** Loads the functions that serverless.yml lists. A start that waits for something else can do this meanwhile. */
export async function loadFunctions(): Promise<Functions> {
  const routes = readRouteTable(new URL("serverless.yml", projectRoot));
  const modules = new Map(routes.map(({ function: name, module }) => [name, module]));
  const load = async ([name, module]: [string, string]) => {
    const { handler } = await import(new URL(`${module}.ts`, projectRoot).href);
    return [name, handler] as const;
  };
  return { routes, handlers: new Map(await Promise.all([...modules].map(load))) };
}

/** Runs what a function does: tests learn so which function is at work. */
export type Around = (functionName: string, run: () => Promise<void>) => Promise<void>;

/** The handlers of all functions on a platform, by the names of their functions. */
export function handlersOn(
  platform: Platform,
  { handlers }: Functions,
  around: Around | undefined,
): ReadonlyMap<string, Handler> {
  return new Map(
    [...handlers].map(([name, build]) => {
      const handler = build(platform);
      return [name, around === undefined ? handler : (call) => around(name, () => handler(call))];
    }),
  );
}
