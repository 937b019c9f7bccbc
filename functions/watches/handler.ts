import * as wiring from "./wiring.ts";

/** What a clock calls once a minute: for both ways of running. */
export const handler = wiring.watches;
