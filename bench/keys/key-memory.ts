import { type KeyCache, keyCache } from "#shared/keys/cache/key-cache.ts";
import { lastUse } from "#shared/keys/cache/last-use.ts";
import { keyStore } from "#shared/keys/store.ts";
import { systemClock } from "#shared/node/clock.ts";
import { backgroundTasks } from "#shared/ports/background-tasks.ts";
import type { DataFolder } from "../../local-runtime/storage/data-folder.ts";

/** Key cache after looking up every key once, with its memory use. */
export interface KeyMemory {
  readonly keyCache: KeyCache;
  readonly keyCacheMegabytes: number;
  readonly usesMegabytes: number;
}

/** Looks up and uses every key once, and measures the remaining memory use. */
export async function keyMemory({ table, vault, log }: DataFolder, values: readonly string[]): Promise<KeyMemory> {
  const store = keyStore(table);
  const tasks = backgroundTasks(log);
  // Measures the notes, not the resulting writes.
  const notes = lastUse({
    store: { touch: async () => undefined },
    onFirstUse: async () => undefined,
    clock: systemClock,
    background: tasks,
  });
  const cache = keyCache({ store, vault, clock: systemClock, background: tasks, lastUse: notes, outageMs: 900_000 });

  const empty = await weight();
  for (const value of values) await cache.find(value);
  const filled = await weight();
  for (let id = 1; id <= values.length; id += 1) notes.note("data", id, null);
  await tasks.settle();
  const noted = await weight();
  return { keyCache: cache, keyCacheMegabytes: filled - empty, usesMegabytes: noted - filled };
}

/** Returns used megabytes after garbage collection. */
async function weight(): Promise<number> {
  if (globalThis.gc === undefined) throw new Error("memory cannot be weighed without --expose-gc");
  // Twice: the second round removes what the first one has finalized.
  for (let time = 0; time < 2; time += 1) await globalThis.gc({ type: "major", execution: "async" });
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}
