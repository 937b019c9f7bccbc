import { events } from "../../shared/events/contract.ts";
import { follow } from "../edge/follow.ts";
import { eventFeed, events as eventService } from "../wiring/events.ts";

export const handler = follow(events, eventService, eventFeed);
