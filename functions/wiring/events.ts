import type { ServiceOf } from "../../shared/contract/operation.ts";
import type { events as eventsContract } from "../../shared/events/contract.ts";
import { type EventFeed, eventFeed as feedOf } from "../../shared/events/feed.ts";
import { eventService } from "../../shared/events/service.ts";
import { eventStore } from "../../shared/events/store.ts";
import { once } from "./foundation.ts";

/** The events resource. */
export function events(): ServiceOf<typeof eventsContract> {
  return once("events", () => eventService(eventRecords()));
}

/** Where changes are told, and followed. */
export function eventFeed(): EventFeed {
  return once("event feed", ({ clock, log }) => feedOf({ store: eventRecords(), clock, log }));
}

function eventRecords() {
  return once("event store", ({ table }) => eventStore(table));
}
