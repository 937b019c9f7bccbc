import type { Handler } from "#shared/ports/http-call.ts";
import { areaHandler, builtByCall } from "../functions/edge/area.ts";
import { serve } from "../functions/edge/serve.ts";
import type { Platform } from "../functions/platform.ts";
import { type FunctionModule, functionRoutes, importFunction } from "./function-modules.ts";
import type { RouteEntry } from "./http/route-table.ts";
import { onDisk } from "./storage/file-errors.ts";

/** Functions of the stack, to be built on a platform. */
export interface Functions {
  readonly routes: readonly RouteEntry[];
  readonly handlers: ReadonlyMap<string, (platform: Platform) => Handler>;
}

/**
 * Returns the functions in serverless.yml. Each is loaded by the first call that reaches it, as on Lambda: unused libraries, such as those
 * of MCP and OAuth, take no memory and no startup time.
 */
export function readFunctions(): Functions {
  const routes = functionRoutes();
  const modules = new Map(routes.map(({ function: name, module }) => [name, module]));
  return {
    routes,
    handlers: new Map([...modules].map(([name, module]) => [name, loadedByCall(() => importFunction(module))])),
  };
}

/** Returns a function whose list of resources the first call imports, and each resource the first call that needs it. */
export function loadedByCall(read: () => Promise<FunctionModule>): (platform: Platform) => Handler {
  return (platform) =>
    builtByCall(async () => {
      const { area } = await onDisk(read);
      return areaHandler(area, async (load) => {
        const { contract, wiring } = (await onDisk(load)).resource;
        return serve(contract, wiring as never)(platform as never);
      });
    });
}

/** Wraps the work of a function, so that tests know which function is running. */
export type Around = (functionName: string, run: () => Promise<void>) => Promise<void>;

/** Builds the handlers of all functions on a platform, by function name. */
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
