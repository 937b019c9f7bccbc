import { setImmediate as nextTurn } from "node:timers/promises";

/** What is stored is on the disk a turn of the loop later, and what waited for that goes on in the one after it. */
const turns = 3;

/** Lets everything run that was only waiting for what has just happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
}
