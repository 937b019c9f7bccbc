import type { Handler } from "#shared/ports/http-call.ts";
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

/**
 * Returns a handler that the first call loads with `read`. After a failure, for example because no file descriptors were left, the next
 * call loads it again.
 */
export function loadedByCall(read: () => Promise<FunctionModule>): (platform: Platform) => Handler {
  return (platform) => {
    let loading: Promise<Handler> | undefined;
    let loaded: Handler | undefined;
    const load = async (): Promise<Handler> => {
      try {
        const { handler } = await onDisk(read);
        loaded = handler(platform);
        return loaded;
      } finally {
        loading = undefined;
      }
    };
    const loadFirst: Handler = async (call) => {
      loading ??= load();
      await (await loading)(call);
    };
    return (call) => (loaded ?? loadFirst)(call);
  };
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
