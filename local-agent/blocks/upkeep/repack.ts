import type { Place } from "#shared/blocks/block-list.ts";
import { contentReader } from "#shared/blocks/content-reader.ts";
import type { MovesOfSet } from "#shared/blocks/moves.ts";
import type { ContentKind } from "#shared/blocks/pack.ts";
import type { PackNeeds } from "#shared/blocks/pack-needs.ts";
import type { ListedName } from "#shared/blocks/set-store.ts";
import { type MovingContent, moveContents } from "./move-contents.ts";
import type { SetInUpkeep } from "./open-for-upkeep.ts";
import { listsNeeding } from "./set-contents.ts";

/** Maximum number of packs to rewrite at a time: their lists of needed contents are in memory. */
const maxPacks = 64;

interface RepackOptions extends SetInUpkeep {
  /** All snapshots. */
  readonly names: readonly string[];
  readonly moves: MovesOfSet;
  readonly needs: (snapshot: string, packs: Iterable<string>) => PackNeeds;
  /** Packs with little needed content. */
  readonly packs: readonly ListedName[];
  readonly packBytes?: number;
}

/**
 * Moves needed contents of packs into new ones, and records their new places in the set. Returns the packs that no snapshot needs anymore:
 * none if anything can't be read.
 * @throws Refused
 */
export async function repack(options: RepackOptions): Promise<readonly string[]> {
  const { store, set, keys, names, moves, needs, signal, say } = options;
  const chosen = new Set(options.packs.slice(0, maxPacks).map(({ name }) => name));
  if (chosen.size === 0) return [];
  const reader = contentReader({ store, set, keys, moves });
  const contents = new Map<string, MovingContent>();
  const snapshots = new Set<string>();
  const need = (kind: ContentKind, id: Buffer, place: Place) => {
    if (chosen.has(place.pack)) contents.set(`${place.pack} ${place.offset}`, { kind, id, source: place, from: place });
  };
  const walking = { opened: { store, set, keys }, names, moves, reader, needs, signal };
  for await (const { snapshot, file, id, place, blocks } of listsNeeding(chosen, walking)) {
    if (blocks === "damaged") {
      say(
        "error",
        `${file.path} of snapshot ${snapshot.counter} can't be read completely: no packs are rewritten until it is repaired`,
      );
      return [];
    }
    snapshots.add(snapshot.name);
    need("list", Buffer.from(id, "hex"), place);
    if (blocks === "before") continue;
    for (const block of blocks) if (block.place !== null) need("block", block.id, block.place);
  }
  await moveContents(options, [...contents.values()], { emptied: [...chosen], snapshots: [...snapshots] });
  return [...chosen];
}
