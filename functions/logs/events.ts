import { events } from "#shared/events/contract.ts";
import { eventService } from "#shared/events/service.ts";
import { eventPartitions } from "#shared/events/store.ts";
import { defineResource } from "../edge/resource.ts";
import { needs, servesAdmins } from "../needs.ts";
import type { Platform } from "../platform.ts";
import { type EventsPlatform, eventFeed, eventRecords } from "../wiring/calls.ts";

export const resource = defineResource({
  contract: events,
  wiring: service,
  needs: needs(servesAdmins, { reads: [eventPartitions] }),
});

function service(platform: EventsPlatform & Pick<Platform, "eventStreamMs">) {
  const { clock, log, eventStreamMs: streamMs } = platform;
  return eventService({ store: eventRecords(platform), feed: eventFeed(platform), clock, log, streamMs });
}
