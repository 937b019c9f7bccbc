import { randomNumbers } from "../../bench/load/random-numbers.ts";
import { askOracles } from "./oracles/oracles.ts";
import type { Fault, FaultRow } from "./row.ts";
import { isAlive } from "./support/latchkey.ts";
import { trialEnds } from "./support/trial-ends.ts";

interface Trial {
  /** What did not hold. */
  readonly failure: string | undefined;
  readonly askedOracles: boolean;
}

/**
 * Makes a row's fault once, and asks the oracles of every product that it has started. With `leavesFolder`, the folder of one that
 * did not hold stays, and the failure names it.
 */
export async function tried(row: FaultRow, seed: number, leavesFolder: boolean): Promise<Trial> {
  const ends = trialEnds("fault");
  const witnesses: Fault["witnesses"] = [];
  let failure: string | undefined;
  try {
    await row.run({ folder: ends.folder, seed, random: randomNumbers(seed), witnesses, atEnd: ends.atEnd });
    for (const { watched, end } of witnesses) {
      await end();
      if (row.endsProduct && !isAlive(watched.latchkey.child.pid ?? 0)) await watched.startAgain();
      await askOracles(watched);
    }
  } catch (thrown) {
    failure = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    if (leavesFolder) failure += `\nWhat is left of it is in ${ends.folder}`;
  } finally {
    for (const { end } of witnesses) await end();
    await ends.end({ leavesFolder: leavesFolder && failure !== undefined });
  }
  return { failure, askedOracles: witnesses.length > 0 };
}
