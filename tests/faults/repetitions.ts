import type { RowResult } from "./results.ts";
import type { FaultRow } from "./row.ts";
import type { Trial } from "./tried.ts";

interface Repetition extends Trial {
  readonly seed: number;
  readonly commit: string;
  readonly date: string;
}

/** What is known of a row after one more repetition. */
export function withRepetition(earlier: RowResult | undefined, row: FaultRow, repetition: Repetition): RowResult {
  const { failure, untried, askedOracles, seconds, seed, commit, date } = repetition;
  const before = earlier?.outcome === "held" ? earlier : undefined;
  // That the machine was not fit for it this time takes nothing from what was seen before.
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

/** The seed of the repetition after those that a result is of. */
export function nextSeed({ seed, repetitions }: RowResult): number {
  return seed + repetitions;
}
