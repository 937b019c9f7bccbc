import type { AreaName } from "../load/areas.ts";
import { aWitness } from "../load/witness.ts";
import { watchedProduct } from "../oracles/watched.ts";
import type { Fault } from "../row.ts";
import { type StartedLatchkey, startProduct, startProgram } from "./latchkey.ts";

/** How a product is used and watched beside what a row does with it. */
interface WatchOptions {
  /** So long an answer may take: longer where the row stops a process for a while. */
  readonly deadlineSeconds?: number;
  readonly areas?: readonly AreaName[];
}

/** Starts it with the sandbox and its agent, waits until it answers, and uses it until the row is over: then the oracles are asked. */
export async function startLatchkey(
  fault: Fault,
  words: readonly string[] = [process.execPath, startProgram, "demo"],
  environment: Readonly<Record<string, string>> = {},
  { deadlineSeconds = 30, areas }: WatchOptions = {},
): Promise<StartedLatchkey> {
  const latchkey = await startProduct(fault, words, environment);
  // Again it is started as anybody would.
  const watched = watchedProduct(latchkey, () => startProduct(fault), deadlineSeconds);
  fault.witnesses.push(await aWitness(watched, fault.random, areas));
  return latchkey;
}
