import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomNumbers } from "../../bench/load/random-numbers.ts";
import { askOracles } from "./oracles/oracles.ts";
import type { Fault, FaultRow } from "./row.ts";
import { isAlive } from "./support/latchkey.ts";

interface Trial {
  /** What did not hold. */
  readonly failure: string | undefined;
  readonly askedOracles: boolean;
}

/** Makes a row's fault once, and asks the oracles of every product that it has started. */
export async function tried(row: FaultRow, seed: number): Promise<Trial> {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-fault-"));
  const ends: (() => Promise<void> | void)[] = [];
  const witnesses: Fault["witnesses"] = [];
  const random = randomNumbers(seed);
  try {
    await row.run({ folder, seed, random, witnesses, atEnd: (work) => void ends.unshift(work) });
    for (const { watched, end } of witnesses) {
      await end();
      if (row.endsProduct && !isAlive(watched.latchkey.child.pid ?? 0)) await watched.startAgain();
      await askOracles(watched);
    }
    return { failure: undefined, askedOracles: witnesses.length > 0 };
  } catch (thrown) {
    const failure = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    return { failure, askedOracles: witnesses.length > 0 };
  } finally {
    for (const { end } of witnesses) await end();
    for (const end of ends) await end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
