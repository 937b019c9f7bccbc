import { readMarks } from "#shared/blocks/marks.ts";
import type { OpenSet } from "#shared/blocks/sealed-json.ts";
import type { Snapshot } from "#shared/blocks/snapshot.ts";
import { Refused } from "../refused.ts";

/** Whether a new snapshot may name a pack. */
export type IsUsable = (pack: string) => boolean;

/**
 * Tells which packs a new snapshot may name: those that lie there, and that nobody has marked. Marks are looked for first: what is deleted
 * between both looks is missing in the second one.
 */
export async function usablePacks(opened: OpenSet): Promise<IsUsable> {
  const marks = await readMarks(opened);
  const there = new Set((await opened.store.list("pack")).map(({ name }) => name));
  return (pack) => there.has(pack) && !marks.some(({ packs }) => packs.has(pack));
}

/** @throws Refused where a snapshot names what will be deleted, or is deleted by now: another one has pruned while this run was stopped */
export async function checkUsable(opened: OpenSet, { files }: Pick<Snapshot, "files">): Promise<void> {
  const isUsable = await usablePacks(opened);
  for (const { path, packs } of files)
    for (const [pack] of packs)
      if (!isUsable(pack))
        throw new Refused(
          "changed",
          `the set was pruned while this backup was being made, and the pack ${pack} of ${path} with it: the next one sends it anew`,
        );
}
