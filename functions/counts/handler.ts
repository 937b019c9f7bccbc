import * as wiring from "./wiring.ts";

/** Handles counted log lines and a schedule. Only used on AWS; elsewhere, processes count in memory. */
export const handler = wiring.counts;
