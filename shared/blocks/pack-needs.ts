import type { MovesOfSet } from "./moves.ts";

/** The packs that a snapshot needs. */
export interface PackNeeds {
  /** Those that have to lie there. */
  readonly needed: ReadonlySet<string>;
  /** Those, and the ones out of which everything was moved: what has moved has to be known for as long. */
  readonly reached: ReadonlySet<string>;
}

/**
 * Tells which packs a snapshot needs of those that it names: each, but for one out of which everything was moved that this snapshot needs; and
 * those that something was moved to.
 */
export function packNeeds({ objects }: Pick<MovesOfSet, "objects">) {
  const targets = new Map<string, Set<string>>();
  const emptied = new Map<string, Set<string>>();
  for (const moves of objects) {
    for (const [from, spots] of moves.moved)
      targets.set(from, (targets.get(from) ?? new Set()).union(new Set(spots.map(([, to]) => to))));
    for (const pack of moves.emptied)
      emptied.set(pack, (emptied.get(pack) ?? new Set()).union(new Set(moves.snapshots)));
  }
  return (snapshot: string, named: Iterable<string>): PackNeeds => {
    const needed = new Set<string>();
    const reached = new Set<string>();
    const waiting = [...named];
    for (let pack = waiting.pop(); pack !== undefined; pack = waiting.pop()) {
      if (reached.has(pack)) continue;
      reached.add(pack);
      if (emptied.get(pack)?.has(snapshot) !== true) needed.add(pack);
      waiting.push(...(targets.get(pack) ?? []));
    }
    return { needed, reached };
  };
}
