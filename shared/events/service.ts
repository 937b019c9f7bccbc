import type { ServiceOf } from "#shared/contract/operation.ts";
import { reasonOf } from "#shared/ports/background-tasks.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { Log } from "#shared/ports/log.ts";
import type { events } from "./contract.ts";
import type { EventFeed, NewEvents } from "./feed.ts";
import type { EventStore } from "./store.ts";

const eventsPerPage = 500;
/** Heartbeat interval, because proxies close idle connections. */
const heartbeatMs = 15_000;

interface EventDependencies {
  readonly store: EventStore;
  readonly feed: EventFeed;
  readonly clock: Clock;
  readonly log: Pick<Log, "error">;
  /**
   * Maximum duration of a stream in milliseconds; the client then reconnects. It limits streams of clients that lost access or disconnected
   * unnoticed.
   */
  readonly streamMs: number;
}

/** Creates the service of the events resource, for polling clients and streams. */
export function eventService({ store, feed, clock, log, streamMs }: EventDependencies): ServiceOf<typeof events> {
  const firstOf = async (since: number | undefined, limit: number): Promise<NewEvents> =>
    since === undefined ? { events: [], position: await store.last(), isComplete: true } : store.since(since, limit);

  async function* following({ position }: NewEvents, gone: AbortSignal): AsyncGenerator<NewEvents | undefined> {
    const until = clock.now() + streamMs;
    let at = position;
    try {
      while (!gone.aborted && !feed.isClosed && clock.now() < until) {
        const news = await feed.next(at, Math.min(heartbeatMs, until - clock.now()), gone);
        at = news?.position ?? at;
        yield news;
      }
    } catch (thrown) {
      // The client reconnects and reads what it missed.
      log.error({ event: "events_broken", reason: reasonOf(thrown) });
    }
  }

  return {
    async followEvents({ since, limit = eventsPerPage }) {
      const first = await firstOf(since, limit);
      return { first, following: (gone) => following(first, gone) };
    },
  };
}
