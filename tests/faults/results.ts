import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod";

/** Last result of a row. */
export const RowResult = z.object({
  id: z.string(),
  sentence: z.string(),
  outcome: z.enum(["held", "failed", "not tried"]),
  /** Violated condition, or the reason why the row can't run. */
  reason: z.string().nullable(),
  repetitions: z.int(),
  /** True if the oracles checked a running product. */
  asksOracles: z.boolean(),
  /** First seed; each repetition uses the next one. For a failed row: the seed of the failed repetition. */
  seed: z.int(),
  /** Total seconds of all repetitions. */
  seconds: z.number(),
  date: z.string(),
  commit: z.string(),
});
export type RowResult = z.infer<typeof RowResult>;

/** Time needed to run every row once. */
const Pass = z.object({
  rows: z.int(),
  seconds: z.number(),
  cores: z.int(),
  /** Number of rows run at a time, in addition to rows that mostly wait. */
  atOnce: z.int(),
  date: z.string(),
  commit: z.string(),
});
export type Pass = z.infer<typeof Pass>;

export const SoakResult = z.object({
  minutes: z.number(),
  seed: z.int(),
  outcome: z.enum(["held", "failed"]),
  reason: z.string().nullable(),
  faults: z.record(z.string(), z.int()),
  answers: z.record(z.string(), z.int()),
  memoryMb: z.object({ first: z.number(), last: z.number(), most: z.number() }),
  descriptors: z.object({ first: z.int(), last: z.int(), most: z.int() }),
  /** Lifetime of the longest-living process, to which memory and descriptors belong. */
  lifeMinutes: z.int(),
  memoryByMinute: z.string(),
  date: z.string(),
  commit: z.string(),
});
export type SoakResult = z.infer<typeof SoakResult>;

const Results = z.object({ pass: Pass.nullable(), rows: z.array(RowResult), soaks: z.array(SoakResult) });
export type Results = z.infer<typeof Results>;

const file = new URL("results.json", import.meta.url);

export function keptResults(): Results {
  if (!existsSync(file)) return { pass: null, rows: [], soaks: [] };
  return Results.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Writes the file atomically, because another run may read it meanwhile. */
export function keepResults(results: Results): void {
  const whole = new URL(`results.${process.pid}.json`, file);
  writeFileSync(whole, `${JSON.stringify(results, null, 2)}\n`);
  renameSync(whole, file);
}
