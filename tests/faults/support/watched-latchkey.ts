import type { AreaName } from "../load/areas.ts";
import { aWitness } from "../load/witness.ts";
import { watchedProduct } from "../oracles/watched.ts";
import type { Fault } from "../row.ts";
import { type StartedLatchkey, startProduct, startProgram } from "./latchkey.ts";

/** Options for using and watching the product during a row. */
interface WatchOptions {
  /** Maximum time of an answer: longer if the row stops a process for a while. */
  readonly deadlineSeconds?: number;
  readonly areas?: readonly AreaName[];
}

/**
 * Starts the product with the sandbox and its agent, waits until it answers, and uses it until the row is over; then the oracles check it.
 */
export async function startLatchkey(
  fault: Fault,
  words: readonly string[] = [process.execPath, startProgram, "demo"],
  environment: Readonly<Record<string, string>> = {},
  { deadlineSeconds = 30, areas }: WatchOptions = {},
): Promise<StartedLatchkey> {
  const latchkey = await startProduct(fault, words, environment);
  // A restart uses the normal command line.
  const watched = watchedProduct(latchkey, () => startProduct(fault), deadlineSeconds);
  fault.witnesses.push(await aWitness(watched, fault.random, areas));
  return latchkey;
}
