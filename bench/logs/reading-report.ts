import * as z from "zod";
import { MeasuredNumber } from "../measured-number.ts";

/** Report of the program that reads the large log. Times in milliseconds. */
export const ReadingReport = z.object({
  ms: MeasuredNumber,
  /** Peak memory, including Node itself. */
  peakMegabytes: MeasuredNumber,
});
export type ReadingReport = z.infer<typeof ReadingReport>;

/** Ways of reading a log. */
export const readings = ["tail", "newest", "full", "ignoring-case"] as const;
export type Reading = (typeof readings)[number];
