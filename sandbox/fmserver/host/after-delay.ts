import type { Host } from "../host.ts";

/**
 * Calls `act` after a delay on the sandbox's clock, immediately if it is 0, unless the world has been replaced. Returns a function that
 * cancels it.
 */
export function afterDelay(host: Host, milliseconds: number, act: () => void): () => void {
  if (milliseconds > 0) {
    const { world } = host;
    return host.clock.at(host.clock.now() + milliseconds, () => {
      if (host.world === world) act();
    });
  }
  act();
  return () => undefined;
}
