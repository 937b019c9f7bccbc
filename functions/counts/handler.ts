import * as wiring from "./wiring.ts";

/** What counted lines of the log and a clock call: only where processes do not count in memory, which is on AWS. */
export const handler = wiring.counts;
