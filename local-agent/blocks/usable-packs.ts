import { readMarks } from "#shared/blocks/marks.ts";
import type { OpenSet } from "#shared/blocks/sealed-json.ts";
import type { Snapshot } from "#shared/blocks/snapshot.ts";
import { Refused } from "../refused.ts";

/** True if a new snapshot can reference a pack. */
export type IsUsable = (pack: string) => boolean;

/**
 * Returns which packs a new snapshot can reference: existing packs without a mark. Lists marks first, so that packs deleted in between are
 * missing from the second list.
 */
export async function usablePacks(opened: OpenSet): Promise<IsUsable> {
  const marks = await readMarks(opened);
  const there = new Set((await opened.store.list("pack")).map(({ name }) => name));
  return (pack) => there.has(pack) && !marks.some(({ packs }) => packs.has(pack));
}

/**
 * @throws Refused if a snapshot references packs that are marked or already deleted, because another task pruned while this run was paused
 */
export async function checkUsable(opened: OpenSet, { files }: Pick<Snapshot, "files">): Promise<void> {
  const isUsable = await usablePacks(opened);
  for (const { path, packs } of files)
    for (const [pack] of packs)
      if (!isUsable(pack))
        throw new Refused(
          "changed",
          `the set was pruned during this backup, including the pack ${pack} of ${path}: the next backup sends it again`,
        );
}
