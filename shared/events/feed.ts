import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";
import { type EventStore, maxAdded } from "./store.ts";

/** New events for a follower. */
export type NewEvents = Awaited<ReturnType<EventStore["since"]>>;

/** Publishes events and lets listeners follow them. */
export interface EventFeed {
  /**
   * Notifies all listeners that something has changed. Never rejects: a listener that misses an event eventually reads everything again.
   */
  publish(object: string): Promise<void>;
  /**
   * Resolves with the events after `position` as soon as there are any. Resolves with undefined after `waitMs` milliseconds, when the
   * signal aborts, or when the feed is closed.
   */
  next(position: number, waitMs: number, signal: AbortSignal): Promise<NewEvents | undefined>;
  /** Releases all followers. */
  close(): void;
  readonly isClosed: boolean;
}

interface EventFeedDependencies {
  readonly store: EventStore;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  /**
   * Interval in milliseconds for reading events of other processes, while there are listeners.
   * @default 2000
   */
  readonly pollEveryMs?: number;
}

const eventsAtOnce = 500;

/** Creates the feed. One read of the store serves all followers in this process; without followers, there are no reads. */
export function eventFeed({ store, clock, log, pollEveryMs = 2_000 }: EventFeedDependencies): EventFeed {
  const waiting = new Set<() => void>();
  const closing = new AbortController();
  let isPolling = false;
  let newest = 0;
  const unpublished: string[] = [];
  let writing: Promise<void> | undefined;

  const wakeAll = (): void => {
    for (const wake of [...waiting]) wake();
  };

  /** Writes pending events in batches, because single writes would delay the others. */
  async function write(): Promise<void> {
    while (unpublished.length > 0) {
      const objects = unpublished.splice(0, maxAdded);
      try {
        newest = Math.max(newest, await store.add(objects, clock.now()));
        wakeAll();
      } catch (thrown) {
        log.error({ event: "events_lost", objects: objects.length, reason: reasonOf(thrown) });
      }
    }
    writing = undefined;
  }

  /** Reads periodically while there are listeners. */
  async function poll(): Promise<void> {
    isPolling = true;
    while (waiting.size > 0 && !closing.signal.aborted) {
      try {
        await clock.sleep(pollEveryMs, closing.signal);
        const last = waiting.size > 0 ? await store.last() : newest;
        if (last !== newest) {
          newest = last;
          wakeAll();
        }
      } catch (thrown) {
        if (!closing.signal.aborted) log.error({ event: "events_unreadable", reason: reasonOf(thrown) });
      }
    }
    isPolling = false;
  }

  /** Resolves when there may be new events, with false after a timeout or abort. */
  const woken = (waitMs: number, signal: AbortSignal): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const settled = new AbortController();
    const wake = (): void => resolve(true);
    waiting.add(wake);
    if (!isPolling) void poll();
    const over = AbortSignal.any([signal, settled.signal, closing.signal]);
    clock.sleep(waitMs, over).then(
      () => resolve(false),
      () => resolve(false), // Aborted: client disconnected, woken, or the feed is closed.
    );
    return promise.finally(() => {
      waiting.delete(wake);
      settled.abort();
    });
  };

  return {
    async publish(object) {
      unpublished.push(object);
      writing ??= write();
      await writing;
    },

    async next(position, waitMs, signal) {
      const until = clock.now() + waitMs;
      while (!signal.aborted && !closing.signal.aborted) {
        // Registered before the read, so that no event in between is missed.
        const later = woken(Math.max(1, until - clock.now()), signal);
        const newEvents = await store.since(position, eventsAtOnce);
        if (newEvents.events.length > 0 || !newEvents.isComplete) return newEvents;
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
