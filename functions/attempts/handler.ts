import * as wiring from "./wiring.ts";

/** Handles delivery messages and a sweep once a minute, on AWS and on one machine. */
export const handler = wiring.attempts;
