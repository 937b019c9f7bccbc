import { randomNumbers } from "../../bench/load/random-numbers.ts";
import { askOracles } from "./oracles/oracles.ts";
import { type Fault, type LiveRow, NotTriable } from "./row.ts";
import { isAlive } from "./support/latchkey.ts";
import { trialEnds } from "./support/trial-ends.ts";

/** Result of one run of a row. */
export interface Trial {
  /** Violated condition. */
  readonly failure?: string;
  /** Reason why there is no result. */
  readonly untried?: string;
  readonly askedOracles: boolean;
  readonly seconds: number;
}

/**
 * Injects a row's fault once, and checks every product that it has started with the oracles. With `leavesFolder`, the folder of a failed
 * run is kept, and the failure names it.
 */
export async function tried(row: LiveRow, seed: number, leavesFolder: boolean): Promise<Trial> {
  const missing = row.missing?.();
  if (missing !== undefined) return { untried: missing, askedOracles: false, seconds: 0 };
  const ends = trialEnds("fault");
  const begun = performance.now();
  const witnesses: Fault["witnesses"] = [];
  let failure: unknown;
  try {
    await row.run({ folder: ends.folder, seed, random: randomNumbers(seed), witnesses, atEnd: ends.atEnd });
    for (const { watched, end } of witnesses) {
      await end();
      if (row.endsProduct && !isAlive(watched.latchkey.child.pid ?? 0)) await watched.startAgain();
      await askOracles(watched);
    }
  } catch (thrown) {
    failure = thrown;
  } finally {
    for (const { end } of witnesses) await end();
    await ends.end({ leavesFolder: leavesFolder && failure !== undefined });
  }
  const trial = { askedOracles: witnesses.length > 0, seconds: (performance.now() - begun) / 1_000 };
  if (failure === undefined) return trial;
  if (failure instanceof NotTriable) return { ...trial, untried: failure.message };
  const text = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
  return { ...trial, failure: leavesFolder ? `${text}\nWhat is left of it is in ${ends.folder}` : text };
}
