import { reasonOf } from "../ports/background.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import { type EventStore, mostAdded } from "./store.ts";

/** What is new for a follower. */
export type News = Awaited<ReturnType<EventStore["since"]>>;

/** Where events are published and followed. */
export interface EventFeed {
  /** Tells whoever listens that something has changed. Never rejects: who missed it reads anew in the end. */
  publish(object: string): Promise<void>;
  /** Resolves as soon as there are events behind `position`, or undefined after `patienceMs`, or when the signal aborts, or the feed is closed. */
  next(position: number, patienceMs: number, signal: AbortSignal): Promise<News | undefined>;
  /** Lets all followers go. */
  close(): void;
  readonly isClosed: boolean;
}

interface EventFeedDependencies {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  /** How often other processes' events are looked for, while somebody follows. */
  readonly lookEveryMs?: number;
}

const eventsAtOnce = 500;

/** One look into the store serves all followers in this process, and none is made while there are none. */
export function eventFeed({ store, clock, log, lookEveryMs = 2_000 }: EventFeedDependencies): EventFeed {
  const waiting = new Set<() => void>();
  const closing = new AbortController();
  let isLooking = false;
  let newest = 0;
  const told: string[] = [];
  let writing: Promise<void> | undefined;

  const wakeAll = (): void => {
    for (const wake of [...waiting]) wake();
  };

  /** Writes what is to be told, many at once where many have come: each alone would stand in the others' way. */
  async function write(): Promise<void> {
    while (told.length > 0) {
      const objects = told.splice(0, mostAdded);
      try {
        newest = Math.max(newest, await store.add(objects, clock.now()));
        wakeAll();
      } catch (thrown) {
        log.error({ event: "events_lost", objects: objects.length, reason: reasonOf(thrown) });
      }
    }
    writing = undefined;
  }

  /** Looks again and again for as long as somebody waits. */
  async function look(): Promise<void> {
    isLooking = true;
    while (waiting.size > 0 && !closing.signal.aborted) {
      try {
        await clock.sleep(lookEveryMs, closing.signal);
        const last = waiting.size > 0 ? await store.last() : newest;
        if (last !== newest) {
          newest = last;
          wakeAll();
        }
      } catch (thrown) {
        if (!closing.signal.aborted) log.error({ event: "events_unreadable", reason: reasonOf(thrown) });
      }
    }
    isLooking = false;
  }

  /** Resolves when something may be new, with whether it may. */
  const woken = (patienceMs: number, signal: AbortSignal): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const leave = new AbortController();
    const wake = (): void => resolve(true);
    waiting.add(wake);
    if (!isLooking) void look();
    const over = AbortSignal.any([signal, leave.signal, closing.signal]);
    clock.sleep(patienceMs, over).then(
      () => resolve(false),
      () => resolve(false), // Gone, woken, or the feed is closed.
    );
    return promise.finally(() => {
      waiting.delete(wake);
      leave.abort();
    });
  };

  return {
    async publish(object) {
      told.push(object);
      writing ??= write();
      await writing;
    },

    async next(position, patienceMs, signal) {
      const until = clock.now() + patienceMs;
      while (!signal.aborted && !closing.signal.aborted) {
        // Registered before the look, so that nothing that comes meanwhile is missed.
        const later = woken(Math.max(1, until - clock.now()), signal);
        const news = await store.since(position, eventsAtOnce);
        if (news.events.length > 0 || !news.isComplete) return news;
        if (!(await later)) return undefined;
      }
      return undefined;
    },

    close() {
      closing.abort();
      wakeAll();
    },

    get isClosed() {
      return closing.signal.aborted;
    },
  };
}
