import type { Handler } from "#shared/ports/http-call.ts";
import type { Resource } from "./resource.ts";

/** Resource of an area, loaded by the first call under one of its paths. */
export interface AreaResource {
  /** Paths after the service prefix, such as `/api/file-notes`. A path includes everything below it, and the longest match counts. */
  readonly paths: readonly [string, ...string[]];
  load(): Promise<{ readonly resource: Resource }>;
}

/** Function of the API: the resources that share a role and a bundle. */
export interface Area {
  /** True if an operation streams its response. On Lambda, all responses of the area are then streamed. */
  readonly streams: boolean;
  /** Resources by name. */
  readonly resources: Readonly<Record<string, AreaResource>>;
}

/** Builds an area's handler. `build` loads and builds one resource at the first call that needs it. */
export function areaHandler({ resources }: Area, build: (load: AreaResource["load"]) => Promise<Handler>): Handler {
  const owners = Object.values(resources).flatMap(({ paths, load }) => {
    const handler = builtByCall(() => build(load));
    return paths.map((path) => ({ path, handler }));
  });
  // Longest path first. The last resource also gets calls that no resource owns, and rejects them.
  owners.sort((one, other) => other.path.length - one.path.length);
  return (call) => {
    const owner = owners.find(({ path }) => isUnder(call.target, path)) ?? owners.at(-1);
    if (owner === undefined) throw new Error("The area has no resources");
    return owner.handler(call);
  };
}

function isUnder(target: string, path: string): boolean {
  if (!target.startsWith(path)) return false;
  const next = target.charAt(path.length);
  return next === "" || next === "/" || next === "?";
}

/**
 * Returns a handler that the first call builds. After a failure, for example because no file descriptors were left, the next call builds
 * it again.
 */
export function builtByCall(build: () => Promise<Handler>): Handler {
  let building: Promise<Handler> | undefined;
  let built: Handler | undefined;
  const buildOnce = async (): Promise<Handler> => {
    try {
      built = await build();
      return built;
    } finally {
      building = undefined;
    }
  };
  const buildFirst: Handler = async (call) => {
    building ??= buildOnce();
    await (await building)(call);
  };
  return (call) => (built ?? buildFirst)(call);
}
