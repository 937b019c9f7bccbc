import { type EventFeed, eventFeed as feedOf } from "#shared/events/feed.ts";
import { eventService } from "#shared/events/service.ts";
import { eventStore } from "#shared/events/store.ts";
import { memoized } from "../memoized.ts";
import type { Platform } from "../platform.ts";

export type EventsPlatform = Pick<Platform, "table" | "clock" | "log">;

export const events = memoized((platform: EventsPlatform & Pick<Platform, "eventStreamMs">) => {
  const { clock, log, eventStreamMs: streamMs } = platform;
  return eventService({ store: eventRecords(platform), feed: eventFeed(platform), clock, log, streamMs });
});

/** Publishes and follows changes. */
export const eventFeed = memoized((platform: EventsPlatform): EventFeed => {
  const { clock, log } = platform;
  return feedOf({ store: eventRecords(platform), clock, log });
});

const eventRecords = memoized(({ table }: EventsPlatform) => eventStore(table));
