import type { Handler } from "#shared/ports/http-call.ts";
import type { Platform } from "../functions/platform.ts";
import { type FunctionModule, functionRoutes, importFunction } from "./function-modules.ts";
import type { RouteEntry } from "./http/route-table.ts";
import { onDisk } from "./storage/file-errors.ts";

/** The functions of the stack, to be built on a platform. */
export interface Functions {
  readonly routes: readonly RouteEntry[];
  readonly handlers: ReadonlyMap<string, (platform: Platform) => Handler>;
}

/**
 * The functions that serverless.yml lists. Each is loaded when the first call reaches it, as on Lambda: what nobody uses, such as
 * the libraries of MCP and of OAuth, takes no memory and no time of the start.
 */
export function readFunctions(): Functions {
  const routes = functionRoutes();
  const modules = new Map(routes.map(({ function: name, module }) => [name, module]));
  return {
    routes,
    handlers: new Map([...modules].map(([name, module]) => [name, loadedByCall(() => importFunction(module))])),
  };
}

/** What `read` brings, read by the first call. Where that failed, as it does while there are no descriptors left, the next call reads it again. */
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
