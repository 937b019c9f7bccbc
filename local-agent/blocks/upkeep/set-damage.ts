import type { Place } from "#shared/blocks/block-list.ts";
import { contentReader } from "#shared/blocks/content-reader.ts";
import { type MarkReason, newMarks, readMarks } from "#shared/blocks/marks.ts";
import { readMoves } from "#shared/blocks/moves.ts";
import { packNeeds } from "#shared/blocks/pack-needs.ts";
import type { ListedName, SetStore } from "#shared/blocks/set-store.ts";
import type { SetInUpkeep } from "./open-for-upkeep.ts";
import { type PackDamage, packDamage } from "./pack-inspection.ts";
import { eachSnapshot, listsNeeding } from "./set-contents.ts";

/** File of a snapshot that can't be restored completely. */
export interface LostFile {
  readonly snapshot: string;
  /** Counter of the snapshot. */
  readonly counter: number;
  readonly path: string;
}

/** Lost or altered content that snapshots need. */
export interface SetDamage {
  /** Snapshots and records of moves. */
  readonly objects: readonly string[];
  readonly packs: readonly string[];
  readonly files: readonly LostFile[];
}

/** Contents of a set. */
export type FoundSet = Awaited<ReturnType<typeof findSet>>;

/** Lists the contents of a set, what its snapshots need, and which packs are damaged or missing. */
export async function findSet(options: Pick<SetInUpkeep, "store" | "set" | "keys" | "newest" | "signal">) {
  const { store, set, keys, newest } = options;
  const opened = { store, set, keys };
  const marks = await readMarks(opened);
  const moves = await readMoves(opened);
  const needs = packNeeds(moves);
  const packs = new Map((await store.list("pack")).map((pack): [string, ListedName] => [pack.name, pack]));
  const names: string[] = [];
  const objects = moves.unreadable.map((name) => `moves/${name}`);
  const needed = new Set<string>();
  const listed = (await store.list("snapshot")).map(({ name }) => name).sort();
  await eachSnapshot(opened, listed, {
    snapshot({ name, files }) {
      names.push(name);
      for (const pack of needs(name, new Set(files.flatMap((file) => file.packs.map(([one]) => one)))).needed)
        needed.add(pack);
    },
    damaged: (name) => objects.push(`snapshots/${name}`),
  });
  if (newest !== null && !listed.includes(newest.name)) objects.push(`snapshots/${newest.name}`);
  const damaged = new Map<string, PackDamage>();
  for (const pack of needed)
    if (!packs.has(pack)) damaged.set(pack, { text: `the pack ${pack} is missing`, offsets: "all" });
    else if (marks.some((mark) => mark.packs.get(pack) === "damaged")) {
      const damage = await packDamage(opened, pack);
      if (damage !== undefined) damaged.set(pack, damage);
    }
  names.sort();
  const walking = { opened, names, moves, needs, reader: contentReader({ ...opened, moves }), signal: options.signal };
  return { opened, marks, moves, needs, packs, names, needed, objects, damaged, walking };
}

/** Returns a function that is true for places that can't be read. */
export function isLostIn(damaged: ReadonlyMap<string, PackDamage>): (place: Place) => boolean {
  return ({ pack, offset }) => {
    const offsets = damaged.get(pack)?.offsets;
    return offsets === "all" || offsets?.has(offset) === true;
  };
}

/** Returns the files that can't be restored completely, and the packs that cause it. */
export async function damageOf({ damaged, objects, walking }: FoundSet): Promise<SetDamage> {
  const files = new Map<string, LostFile>();
  const packs = new Set<string>();
  const lostLists = new Map<string, string>();
  const isLost = isLostIn(damaged);
  for await (const { snapshot, file, id, place, blocks } of listsNeeding(new Set(damaged.keys()), walking)) {
    const lost =
      blocks === "damaged" || (blocks === "before" && isLost(place))
        ? place
        : typeof blocks === "string"
          ? undefined
          : blocks.find((block) => block.place !== null && isLost(block.place))?.place;
    if (lost) lostLists.set(id, lost.pack);
    const pack = lostLists.get(id);
    if (pack === undefined) continue;
    packs.add(pack);
    const { name, counter } = snapshot;
    files.set(`${name} ${file.path}`, { snapshot: name, counter, path: file.path });
  }
  return { objects, packs: [...packs], files: [...files.values()] };
}

/** Marks packs as damaged, so that no new snapshot references them. */
export async function markDamaged(
  options: SetInUpkeep & { readonly store: Pick<SetStore, "put"> },
  packs: readonly string[],
): Promise<void> {
  if (packs.length === 0) return;
  await options.checkLease();
  const reasons = new Map<string, MarkReason>(packs.map((pack) => [pack, "damaged"]));
  const { name, bytes } = newMarks(options, reasons, options.now());
  await options.store.put({ kind: "marks", name }, bytes);
}
