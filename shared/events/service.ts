import type { ServiceOf } from "../contract/operation.ts";
import type { events } from "./contract.ts";
import type { EventStore } from "./store.ts";

const eventsPerPage = 500;

/** The events resource: what polling clients read, and where streams begin. */
export function eventService(store: EventStore): ServiceOf<typeof events> {
  return {
    async followEvents({ since, limit = eventsPerPage }) {
      if (since !== undefined) return store.since(since, limit);
      return { events: [], position: await store.last(), isComplete: true };
    },
  };
}
