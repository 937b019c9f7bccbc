import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";

/** Things on their way into the store: the first is written at once, those that follow it closely together. */
export interface GatheredWrites<T> {
  /** Never waits. */
  add(one: T): void;
  /** Writes what is gathered, and resolves when all is there that was added. */
  flush(): Promise<void>;
}

export interface GatheringDependencies {
  readonly clock: Clock;
  readonly background: BackgroundTasks;
  /** So long after a write those that follow are gathered: each costs the disk as much as a call. 0: none is. Milliseconds. */
  readonly gatheredMs: number;
}

/** A write has at most so many. */
const mostAtOnce = 50;

/** `write` gets at most fifty at a time. What it does not get written is lost, and said so in the log. */
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
      // A time that is yet to come is of a clock that was set back since.
      if (since < 0 || since >= gatheredMs || gathered.length >= mostAtOnce) writeNow();
      // A clock that is stopped wakes nobody: what is left is written by flush.
      else if (!isTimed) writeLater().catch(() => undefined);
    },

    async flush() {
      writeNow();
      await written;
    },
  };
}
