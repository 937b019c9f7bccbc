import { AsyncLocalStorage } from "node:async_hooks";

/** Current actor: a function of serverless.yml, or the service itself if no function is running. */
const acting = new AsyncLocalStorage<string>();

/** Actor of everything that the service does outside of functions. */
export const service = "the service";

/** Parts of one machine that don't represent a function, and the reason why their calls aren't checked against a role. */
export const exempt: Readonly<Record<string, string>> = {
  "agent-bytes": "agents bring and fetch bytes at the gateway; on AWS they do at presigned addresses of the bucket",
  blobs: "clients bring parts of uploads to the gateway; on AWS they do at presigned addresses of the bucket",
  expiry: "output of processes that are no longer kept; on AWS the bucket's own rule deletes it",
};

export function actingAs<T>(name: string, run: () => T): T {
  return acting.run(name, run);
}

/** Looks into a store as a test does, without a role, while a function is running. */
export function actingAsTest<T>(look: () => T): T {
  return acting.exit(look);
}

/** Returns the function as which this code runs. Undefined in a test's own code, which looks into stores without a role. */
export function actingFunction(): string | undefined {
  return acting.getStore();
}

/**
 * Wraps a receiver of calls from elsewhere, such as from a connection that another function opened: the calls run as the current function.
 */
export function inThisName<T extends object>(receiver: T): T {
  const inName = AsyncLocalStorage.snapshot();
  return new Proxy(receiver, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      return typeof value === "function"
        ? (...given: unknown[]) => inName(() => Reflect.apply(value, target, given))
        : value;
    },
  });
}
