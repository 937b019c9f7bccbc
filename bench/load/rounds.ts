import { disturbingCores, watchForeignLoad } from "../machine/foreign-load.ts";
import type { Contestant, ContestantName } from "../peers/contestant.ts";
import { median } from "../statistics.ts";
import { type Load, type Measurement, measuredLoad } from "./measured-load.ts";

/** Measurements of all contestants under a load, round by round. */
export interface Rounds<Name extends string = ContestantName> {
  readonly names: readonly Name[];
  readonly dropped: ReadonlyMap<Name, string>;
  /** Contestants that were disturbed in so many turns that their median may be affected. */
  readonly disturbed: readonly Name[];
  disturbedTurns(name: Name): number;
  median(name: Name, of: Reading): number;
  /** Returns the median of the ratios of all rounds: a noisy period of the machine affects both sides of a ratio. */
  ratio(name: Name, to: Name, of: Reading): number;
  /** Returns the median of the differences of all rounds. */
  difference(name: Name, to: Name, of: Reading): number;
}

/** Reads a number from a measurement. */
export type Reading = (measurement: Measurement) => number;

interface Turn extends Measurement {
  readonly disturbed: boolean;
}

/** Lets all contestants take turns, each round starting with a different one, after a warm-up round. */
export async function playRounds<Name extends string>(
  contestants: readonly Contestant<Name>[],
  load: Load,
  rounds: number,
): Promise<Rounds<Name>> {
  const turns = new Map<Name, Turn[]>(contestants.map(({ name }) => [name, []]));
  const dropped = new Map<Name, string>();
  const warmUp = { ...load, seconds: Math.min(load.seconds, 1) };
  for (let round = -1; round < rounds; round += 1) {
    for (const contestant of rotated(contestants, round)) {
      if (dropped.has(contestant.name)) continue;
      try {
        const turn = await played(contestant, round < 0 ? warmUp : load);
        if (round >= 0) turns.get(contestant.name)?.push(turn);
      } catch (error) {
        dropped.set(contestant.name, error instanceof Error ? error.message : String(error));
        turns.delete(contestant.name);
      }
    }
  }
  const of = (name: Name) => turns.get(name) ?? [];
  const paired = (name: Name, to: Name, join: (one: Measurement, other: Measurement) => number) =>
    median(of(name).flatMap((one, round) => [of(to)[round]].flatMap((other) => (other ? [join(one, other)] : []))));
  const disturbedTurns = (name: Name) => of(name).filter(({ disturbed }) => disturbed).length;
  const names = [...turns.keys()];

  return {
    names,
    dropped,
    disturbed: names.filter((name) => disturbedTurns(name) * 2 >= of(name).length),
    disturbedTurns,
    median: (name, reading) => median(of(name).map(reading)),
    ratio: (name, to, reading) => paired(name, to, (one, other) => reading(one) / reading(other)),
    difference: (name, to, reading) => paired(name, to, (one, other) => reading(one) - reading(other)),
  };
}

function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const first = (by + items.length) % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}

async function played(contestant: Contestant<string>, load: Load): Promise<Turn> {
  const foreignCores = watchForeignLoad();
  const measurement = await measuredLoad(contestant, load);
  return { ...measurement, disturbed: foreignCores() > disturbingCores };
}
