import * as wiring from "./wiring.ts";

/** Runs once a minute, on AWS and on one machine. */
export const handler = wiring.watches;
