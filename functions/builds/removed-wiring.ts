import { removedBuilds } from "#shared/builds/outbox.ts";
import { buildStore } from "#shared/builds/store.ts";
import { type EventsPlatform, eventFeed } from "../events/wiring.ts";
import { memoized } from "../memoized.ts";

/** Keeps of builds that a user removes as folders of the host. */
export const buildsRemoved = memoized((platform: EventsPlatform) =>
  removedBuilds({
    store: buildStore(platform.table),
    clock: platform.clock,
    announce: (id) => eventFeed(platform).publish(`build:${id}`),
  }),
);
