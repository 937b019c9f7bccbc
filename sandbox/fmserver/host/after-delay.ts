import type { Host } from "../host.ts";

/** Does something after so many milliseconds of sandbox time, at once for none, and never in another world than it was planned in. */
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
