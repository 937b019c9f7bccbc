import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";

const freshMs = 5_000;
const staleMs = 10_000;
const maxKnown = 20_000;
const maxUnknown = 10_000;

/** Cache of keys and of invalid values. */
interface RevalidatingCache<Handle> {
  /** Returns the cached entry if it is fresh. Never waits. */
  fresh(name: string): Handle | undefined;
  /**
   * Returns the cached entry, or the result of `ask`.
   * @throws StoreUnavailable if `ask` throws it and no cached entry can be used
   */
  find(name: string, ask: () => Promise<Handle | undefined>): Promise<Handle | undefined>;
  forget(): void;
}

interface Entry<Handle> {
  readonly handle: Handle | undefined;
  readonly readAt: number;
}

interface RevalidatingCacheDependencies {
  readonly clock: Clock;
  readonly background: BackgroundTasks;
  /** Maximum age of an entry in milliseconds while the store doesn't respond. 0 disables its use. */
  readonly outageMs: number;
}

export function revalidatingCache<Handle>({
  clock,
  background,
  outageMs,
}: RevalidatingCacheDependencies): RevalidatingCache<Handle> {
  const known = new Map<string, Entry<Handle>>();
  const unknown = new Map<string, Entry<Handle>>();
  const reading = new Map<string, Promise<Handle | undefined>>();
  let generation = 0;

  /** Reads each key at most once at a time. Results of reads that began before a `forget` aren't cached. */
  const read = (name: string, ask: () => Promise<Handle | undefined>) => {
    const underWay = reading.get(name);
    if (underWay !== undefined) return underWay;
    const begun = generation;
    // The age of a slow response counts from the request.
    const readAt = clock.now();
    const answer = ask().then((handle) => {
      if (begun === generation) keep(name, { handle, readAt });
      return handle;
    });
    reading.set(name, answer);
    const done = () => reading.get(name) === answer && reading.delete(name);
    answer.then(done, done);
    return answer;
  };

  /** If the clock was set back, the age is unknown and the record is read again. */
  const ageOf = ({ readAt }: Entry<Handle>): number => {
    const age = clock.now() - readAt;
    return age < 0 ? staleMs : age;
  };

  const keep = (name: string, entry: Entry<Handle>) => {
    const [map, other, most] = entry.handle ? [known, unknown, maxKnown] : [unknown, known, maxUnknown];
    other.delete(name);
    map.delete(name);
    map.set(name, entry);
    if (map.size > most) map.delete(map.keys().next().value as string);
  };

  return {
    fresh(name) {
      const entry = known.get(name);
      return entry !== undefined && ageOf(entry) < freshMs ? entry.handle : undefined;
    },

    async find(name, ask) {
      const entry = known.get(name) ?? unknown.get(name);
      const age = entry === undefined ? Number.POSITIVE_INFINITY : ageOf(entry);
      if (entry !== undefined && age < freshMs) return entry.handle;
      if (entry?.handle !== undefined && age < staleMs) {
        background.waitUntil("key revalidation", read(name, ask));
        return entry.handle;
      }
      try {
        return await read(name, ask);
      } catch (thrown) {
        if (thrown instanceof StoreUnavailable && entry?.handle !== undefined && age < outageMs) return entry.handle;
        throw thrown;
      }
    },

    forget() {
      generation += 1;
      known.clear();
      unknown.clear();
      reading.clear();
    },
  };
}
