import type { DataFolder } from "../../local-runtime/data-folder.ts";
import { type Keyring, keyring } from "../../shared/keys/keyring.ts";
import { lastUse } from "../../shared/keys/last-use.ts";
import { keyStore } from "../../shared/keys/store.ts";
import { systemClock } from "../../shared/node/clock.ts";
import { background } from "../../shared/ports/background.ts";

/** A keyring that has looked up every key once, and what that left in memory. */
export interface KeyMemory {
  readonly keyring: Keyring;
  readonly keyringMegabytes: number;
  readonly usesMegabytes: number;
}

/** Looks up and uses every key once, and weighs what stays. */
export async function keyMemory({ table, vault, log }: DataFolder, values: readonly string[]): Promise<KeyMemory> {
  const store = keyStore(table);
  const afterwards = background(log);
  // The notes are weighed, not the writes that follow from them.
  const notes = lastUse({
    store: { touch: async () => undefined },
    firstUsed: async () => undefined,
    clock: systemClock,
    background: afterwards,
  });
  const ring = keyring({ store, vault, clock: systemClock, background: afterwards, lastUse: notes, outageMs: 900_000 });

  const empty = await weight();
  for (const value of values) await ring.find(value);
  const filled = await weight();
  for (let id = 1; id <= values.length; id += 1) notes.note("data", id, null);
  await afterwards.settle();
  const noted = await weight();
  return { keyring: ring, keyringMegabytes: filled - empty, usesMegabytes: noted - filled };
}

/** Megabytes that are in use when all garbage is gone. */
async function weight(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error("memory cannot be weighed without --expose-gc");
  // Twice: what the first round finalizes, the second takes away.
  for (let time = 0; time < 2; time += 1) await globalThis.gc({ type: "major", execution: "async" });
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}
