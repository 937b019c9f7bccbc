import type { MovesOfSet } from "./moves.ts";

/** Packs that a snapshot needs. */
export interface PackNeeds {
  /** Packs that must exist. */
  readonly needed: ReadonlySet<string>;
  /** Needed packs, and the emptied packs whose moves lead to them. These moves must be kept as long as the needed packs. */
  readonly reached: ReadonlySet<string>;
}

/**
 * Returns a function that lists the packs a snapshot needs: those that it names, except packs emptied for this snapshot; and the targets of
 * moves from any of them.
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
