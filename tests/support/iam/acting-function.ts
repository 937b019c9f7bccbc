import { AsyncLocalStorage } from "node:async_hooks";

/** In whose name something is done: a function of serverless.yml, or the service itself where no function is at work. */
const acting = new AsyncLocalStorage<string>();

/** What the service does outside of every function. */
export const service = "the service";

/** Parts of one machine that stand for no function, and why their calls are checked against no role. */
export const exempt: Readonly<Record<string, string>> = {
  "agent-bytes": "agents bring and fetch bytes at the gateway; on AWS they do at presigned addresses of the bucket",
  blobs: "clients bring parts of uploads to the gateway; on AWS they do at presigned addresses of the bucket",
  expiry: "output of processes that are no longer kept; on AWS the bucket's own rule deletes it",
};

/** Goes on in the name of a function. */
export function actingAs<T>(name: string, run: () => T): T {
  return acting.run(name, run);
}

/** Looks into a store as a test does, without a role, in the middle of what a function does. */
export function actingAsTest<T>(look: () => T): T {
  return acting.exit(look);
}

/** The function in whose name this runs. Undefined in a test's own code, which looks into stores without a role. */
export function actingFunction(): string | undefined {
  return acting.getStore();
}

/** What receives calls from elsewhere, such as from a connection that another function has opened: it goes on in the name at work now. */
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
