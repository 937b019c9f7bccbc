import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";

/** Batched writes to the store: the first entry is written immediately, the entries that follow shortly after it together. */
export interface GatheredWrites<T> {
  /** Adds an entry. Returns immediately. */
  add(one: T): void;
  /** Writes pending entries. Resolves when everything that was added is stored. */
  flush(): Promise<void>;
}

export interface GatheringDependencies {
  readonly clock: Clock;
  readonly background: BackgroundTasks;
  /**
   * Time in milliseconds after a write during which entries are collected, because each write costs the disk as much as a call. 0 disables
   * batching.
   */
  readonly gatheredMs: number;
}

/** Maximum number of entries per write. */
const maxAtOnce = 50;

/** Creates batched writes. `write` gets at most 50 entries. Failed entries are lost and logged. */
export function gatheredWrites<T>(
  what: string,
  write: (gathered: readonly T[]) => Promise<void>,
  { clock, background, gatheredMs }: GatheringDependencies,
): GatheredWrites<T> {
  let gathered: T[] = [];
  let written: Promise<unknown> = Promise.resolve();
  let writtenAt = Number.NEGATIVE_INFINITY;
  let isTimed = false;

  const writeNow = (): void => {
    if (gathered.length === 0) return;
    const [now, before] = [gathered, written];
    gathered = [];
    writtenAt = clock.now();
    const writing = before.then(() => write(now));
    written = writing.catch(() => undefined);
    background.waitUntil(what, writing);
  };

  const writeLater = async (): Promise<void> => {
    isTimed = true;
    await clock.sleep(gatheredMs);
    isTimed = false;
    writeNow();
  };

  return {
    add(one) {
      gathered.push(one);
      const since = clock.now() - writtenAt;
      // A time in the future means that the clock was set back.
      if (since < 0 || since >= gatheredMs || gathered.length >= maxAtOnce) writeNow();
      // A stopped clock fires no timer; flush writes the remaining entries.
      else if (!isTimed) writeLater().catch(() => undefined);
    },

    async flush() {
      writeNow();
      await written;
    },
  };
}
