import type { Contestant, ContestantName } from "../peers/contestant.ts";
import { median } from "../statistics.ts";
import { type Load, type Measurement, measuredLoad } from "./measured-load.ts";

/** Everyone's measurements under one load, round by round. */
export interface Rounds {
  readonly names: readonly ContestantName[];
  readonly dropped: ReadonlyMap<ContestantName, string>;
  median(name: ContestantName, of: Reading): number;
  /** The median of the ratios of each round: a noisy moment of the machine touches both sides of one ratio only. */
  ratio(name: ContestantName, to: ContestantName, of: Reading): number;
  /** The median of the differences of each round. */
  difference(name: ContestantName, to: ContestantName, of: Reading): number;
}

/** One number read from a measurement. */
export type Reading = (measurement: Measurement) => number;

/** Lets everyone take turns, each round beginning with another, after one round that does not count. */
export async function playRounds(contestants: readonly Contestant[], load: Load, rounds: number): Promise<Rounds> {
  const measurements = new Map<ContestantName, Measurement[]>(contestants.map(({ name }) => [name, []]));
  const dropped = new Map<ContestantName, string>();
  const warmUp = { ...load, seconds: Math.min(load.seconds, 1) };
  for (let round = -1; round < rounds; round += 1) {
    for (const contestant of rotated(contestants, round)) {
      if (dropped.has(contestant.name)) continue;
      try {
        const measurement = await measuredLoad(contestant, round < 0 ? warmUp : load);
        if (round >= 0) measurements.get(contestant.name)?.push(measurement);
      } catch (error) {
        dropped.set(contestant.name, error instanceof Error ? error.message : String(error));
        measurements.delete(contestant.name);
      }
    }
  }
  const of = (name: ContestantName) => measurements.get(name) ?? [];
  const paired = (name: ContestantName, to: ContestantName, join: (one: Measurement, other: Measurement) => number) =>
    median(of(name).flatMap((one, round) => [of(to)[round]].flatMap((other) => (other ? [join(one, other)] : []))));

  return {
    names: [...measurements.keys()],
    dropped,
    median: (name, reading) => median(of(name).map(reading)),
    ratio: (name, to, reading) => paired(name, to, (one, other) => reading(one) / reading(other)),
    difference: (name, to, reading) => paired(name, to, (one, other) => reading(one) - reading(other)),
  };
}

function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const first = (by + items.length) % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}
