import { setImmediate as nextTurn } from "node:timers/promises";

/** Resolves once `condition` is true; checked after anything else has happened in this process. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTurn();
}
