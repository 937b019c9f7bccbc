import { removedBuilds } from "#shared/builds/outbox.ts";
import { buildStore } from "#shared/builds/store.ts";
import { type EventsPlatform, eventFeed } from "../events/wiring.ts";
import { memoized } from "../memoized.ts";

/** Updates build records when a user deletes build folders on the host. */
export const buildsRemoved = memoized((platform: EventsPlatform) =>
  removedBuilds({
    store: buildStore(platform.table),
    clock: platform.clock,
    announce: (id) => eventFeed(platform).publish(`build:${id}`),
  }),
);
