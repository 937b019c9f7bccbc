import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";

/** Number of checks without a pause: what happens in this process happens within them. */
const immediateChecks = 500;
/** Pause between later checks, in milliseconds. They wait for programs and disks, to which they leave the CPU. */
const pauseMs = 2;

/** Resolves once `condition` is true; checked after anything else has happened in this process, later every two milliseconds. */
export async function until(condition: () => boolean): Promise<void> {
  for (let checks = 0; !condition(); checks += 1) await (checks < immediateChecks ? nextTurn() : pause(pauseMs));
}
