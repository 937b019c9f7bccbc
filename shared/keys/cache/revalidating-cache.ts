import type { BackgroundTasks } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import { StoreUnavailable } from "#shared/ports/table.ts";

const freshMs = 5_000;
const staleMs = 10_000;
const mostKnown = 20_000;
const mostUnknown = 10_000;

/** What a process remembers of keys, and of values that are none (R3.7). */
interface RevalidatingCache<Handle> {
  /** What is remembered under a name and needs no second look. Never waits. */
  fresh(name: string): Handle | undefined;
  /** What is remembered, or what `ask` answers. @throws StoreUnavailable when `ask` does and memory cannot stand in */
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
  /** How old an entry may be while the store does not answer. Milliseconds; 0 for not at all. */
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

  /** One read at a time per key. What was read before a `forget` is not kept. */
  const read = (name: string, ask: () => Promise<Handle | undefined>) => {
    const underWay = reading.get(name);
    if (underWay !== undefined) return underWay;
    const begun = generation;
    // What a slow store says is as old as the question.
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

  /** A clock that was set back makes no record younger: it is read again. */
  const ageOf = ({ readAt }: Entry<Handle>): number => {
    const age = clock.now() - readAt;
    return age < 0 ? staleMs : age;
  };

  const keep = (name: string, entry: Entry<Handle>) => {
    const [map, other, most] = entry.handle ? [known, unknown, mostKnown] : [unknown, known, mostUnknown];
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
