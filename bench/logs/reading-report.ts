import * as z from "zod";
import { MeasuredNumber } from "../measured-number.ts";

/** What a program of its own found when it read the large log. Milliseconds, but for the memory. */
export const ReadingReport = z.object({
  ms: MeasuredNumber,
  /** The most memory that it ever held, Node itself included. */
  peakMegabytes: MeasuredNumber,
});
export type ReadingReport = z.infer<typeof ReadingReport>;

/** What is read of a log. */
export const readings = ["tail", "newest", "full", "ignoring-case"] as const;
export type Reading = (typeof readings)[number];
