import type { RowResult } from "./results.ts";
import type { FaultRow } from "./row.ts";
import type { Trial } from "./tried.ts";

interface Repetition extends Trial {
  readonly seed: number;
  readonly commit: string;
  readonly date: string;
}

/** Returns a row's result after one more repetition. */
export function withRepetition(earlier: RowResult | undefined, row: FaultRow, repetition: Repetition): RowResult {
  const { failure, untried, askedOracles, seconds, seed, commit, date } = repetition;
  const before = earlier?.outcome === "held" ? earlier : undefined;
  // If the machine was unsuitable this time, the earlier result remains.
  if (untried !== undefined && before !== undefined) return before;
  const count = (before?.repetitions ?? 0) + (untried === undefined ? 1 : 0);
  return {
    ...{ id: row.id, sentence: row.sentence },
    outcome: untried !== undefined ? "not tried" : failure !== undefined ? "failed" : "held",
    reason: untried ?? failure ?? null,
    repetitions: count,
    asksOracles: askedOracles,
    seed: failure === undefined ? (before?.seed ?? seed) : seed,
    seconds: Math.round(((before?.seconds ?? 0) + seconds) * 10) / 10,
    ...{ date, commit },
  };
}

/** Returns the seed of the repetition after those of a result. */
export function nextSeed({ seed, repetitions }: RowResult): number {
  return seed + repetitions;
}
