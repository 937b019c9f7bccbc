import { setImmediate as nextTurn } from "node:timers/promises";

/** Number of event loop turns: stored data is on disk one turn later, and code that waited for it continues in the next. */
const turns = 3;

/** Runs everything that was only waiting for what has just happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
}
