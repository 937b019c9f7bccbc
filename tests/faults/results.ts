import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import * as z from "zod";

/** How a row went when it was tried last. */
export const RowResult = z.object({
  id: z.string(),
  sentence: z.string(),
  outcome: z.enum(["held", "failed", "not tried"]),
  /** What did not hold, or why it cannot be tried. */
  reason: z.string().nullable(),
  repetitions: z.int(),
  /** Whether the oracles were asked of a running product. */
  asksOracles: z.boolean(),
  /** The first one; each repetition takes the next. Of one that failed: its own. */
  seed: z.int(),
  /** Of all repetitions together. */
  seconds: z.number(),
  date: z.string(),
  commit: z.string(),
});
export type RowResult = z.infer<typeof RowResult>;

/** How long it took to try every row once. */
const Pass = z.object({
  rows: z.int(),
  seconds: z.number(),
  cores: z.int(),
  /** How many rows were tried at a time, beside those that mostly wait. */
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
  /** How long the process lived whose memory and descriptors these are: none lived longer. */
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

/** Whole at once: another run may read it meanwhile. */
export function keepResults(results: Results): void {
  const whole = new URL(`results.${process.pid}.json`, file);
  writeFileSync(whole, `${JSON.stringify(results, null, 2)}\n`);
  renameSync(whole, file);
}
