import { setImmediate as nextTurn } from "node:timers/promises";

/** Resolves once `condition` holds, asked again after whatever else has happened in this process. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTurn();
}
