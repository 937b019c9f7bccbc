import type { ListedBlock, Place } from "#shared/blocks/block-list.ts";
import type { contentReader } from "#shared/blocks/content-reader.ts";
import type { MovesOfSet } from "#shared/blocks/moves.ts";
import type { PackNeeds } from "#shared/blocks/pack-needs.ts";
import type { OpenSet } from "#shared/blocks/sealed-json.ts";
import type { ListPlace, Snapshot, SnapshotFile } from "#shared/blocks/snapshot.ts";
import { openSnapshot } from "#shared/blocks/snapshots.ts";
import { mapConcurrently } from "../../downloads/map-concurrently.ts";
import { damageIn } from "../damage.ts";

const snapshotsAtOnce = 8;
const listsAtOnce = 16;

/** Opens snapshots, some at a time, and passes on each one or its problem. */
export async function eachSnapshot(
  opened: OpenSet,
  names: readonly string[],
  use: { readonly snapshot: (snapshot: Snapshot) => void; readonly damaged?: (name: string, damage: string) => void },
): Promise<void> {
  await mapConcurrently(snapshotsAtOnce, names, async (name) => {
    let snapshot: Snapshot;
    try {
      snapshot = await openSnapshot(opened, name);
    } catch (thrown) {
      use.damaged?.(name, damageIn(thrown));
      return;
    }
    use.snapshot(snapshot);
  });
}

/** Block list of a file, with current places. */
export interface FoundList {
  readonly snapshot: Snapshot;
  readonly file: SnapshotFile;
  readonly id: string;
  readonly place: Place;
  /** `before`: a list with this ID was passed on before. `damaged`: it can't be read. */
  readonly blocks: readonly ListedBlock[] | "before" | "damaged";
}

interface ListsOptions {
  readonly opened: OpenSet;
  readonly names: readonly string[];
  readonly moves: Pick<MovesOfSet, "placeOf">;
  readonly reader: Pick<ReturnType<typeof contentReader>, "lists">;
  readonly needs: (snapshot: string, packs: Iterable<string>) => PackNeeds;
  readonly signal: AbortSignal;
}

/** Yields the block lists of all files that need any of these packs, with the current places of blocks. Reads each list once. */
export async function* listsNeeding(packs: ReadonlySet<string>, options: ListsOptions): AsyncGenerator<FoundList> {
  const { opened, names, moves, reader, needs, signal } = options;
  const seen = new Set<string>();

  const blocksOf = async (list: ListPlace): Promise<FoundList["blocks"]> => {
    try {
      const [blocks = []] = await reader.lists([list]);
      return blocks;
    } catch (thrown) {
      damageIn(thrown);
      return "damaged";
    }
  };

  for (const name of names) {
    const snapshot = await openSnapshot(opened, name);
    for (const file of snapshot.files) {
      const { reached } = needs(
        name,
        file.packs.map(([pack]) => pack),
      );
      if (reached.isDisjointFrom(packs)) continue;
      for (let at = 0; at < file.lists.length; at += listsAtOnce) {
        signal.throwIfAborted();
        const lists = file.lists.slice(at, at + listsAtOnce);
        const found = await Promise.all(
          lists.map(async (list): Promise<FoundList["blocks"]> => (seen.has(list[0]) ? "before" : blocksOf(list))),
        );
        for (const [index, [id, pack, offset, length]] of lists.entries()) {
          const blocks = found[index] ?? "damaged";
          seen.add(id);
          yield {
            ...{ snapshot, file, id, place: moves.placeOf({ pack, offset, length }) },
            blocks: typeof blocks === "string" ? blocks : blocks.map((block) => movedBlock(block, moves)),
          };
        }
      }
    }
  }
}

function movedBlock(block: ListedBlock, { placeOf }: Pick<MovesOfSet, "placeOf">): ListedBlock {
  return block.place === null ? block : { ...block, place: placeOf(block.place) };
}
