import * as wiring from "./wiring.ts";

/** What the queue of deliveries feeds, and what a clock calls once a minute: for both ways of running. */
export const handler = wiring.attempts;
