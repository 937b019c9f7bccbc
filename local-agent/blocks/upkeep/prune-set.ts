import { type MarkReason, type MarksObject, newMarks, readMarks } from "#shared/blocks/marks.ts";
import { readMoves } from "#shared/blocks/moves.ts";
import { momentOf } from "#shared/blocks/object-names.ts";
import { packNeeds } from "#shared/blocks/pack-needs.ts";
import { keptSnapshots, type Retention } from "#shared/blocks/retention.ts";
import type { ListedName } from "#shared/blocks/set-store.ts";
import type { Snapshot } from "#shared/blocks/snapshot.ts";
import { mapConcurrently } from "../../downloads/map-concurrently.ts";
import { Refused } from "../../refused.ts";
import type { SetInUpkeep } from "./open-for-upkeep.ts";
import { repack } from "./repack.ts";
import { eachSnapshot } from "./set-contents.ts";

/** Time in milliseconds between marking and deleting an object. Longer than any backup or restore takes. */
const markedMs = 48 * 60 * 60_000;
/** Milliseconds during which an object may belong to a backup that is still running or will be resumed. */
const youngMs = 24 * 60 * 60_000;
const dayMs = 24 * 60 * 60_000;
/** Number of deletions between checks of the task's lease. */
const deletedInTurn = 100;
/** Maximum number of concurrent deletions. */
const deletedAtOnce = 8;

export interface PruneOptions extends SetInUpkeep {
  /** Null: keeps every snapshot. */
  readonly retention: Retention | null;
  /** Share of needed content (0 to 1) below which packs are rewritten. 0: never. */
  readonly repackBelow: number;
  /** Minimum billing period of the store in days: younger packs aren't rewritten. */
  readonly billedDays: number;
  readonly packBytes?: number;
}

/** Result of pruning. */
export interface PruneCounts {
  readonly keptSnapshots: number;
  readonly deletedSnapshots: number;
  /** Unneeded packs: they are deleted after two days. */
  readonly markedPacks: number;
  readonly deletedPacks: number;
  readonly deletedBytes: number;
  readonly repackedPacks: number;
}

/**
 * Prunes a set: deletes old snapshots, marks packs that no snapshot needs, deletes packs that were marked two days ago and are still
 * not needed, and rewrites packs with little needed content. Kept snapshots never depend on any of these steps.
 * @throws Refused
 */
export async function pruneSet(options: PruneOptions): Promise<PruneCounts> {
  const { store, set, keys, newest, billedDays, now, say, checkLease } = options;
  const opened = { store, set, keys };
  const names = (await store.list("snapshot")).map(({ name }) => name).sort();
  // An incomplete listing may lack more: the only snapshots that need a pack could be missing from it.
  if (newest !== null && !names.includes(newest.name))
    throw new Refused(
      "changed",
      `snapshot ${newest.counter} is not in the bucket: nothing is deleted until there is a new snapshot`,
    );
  const counts = {
    ...{ keptSnapshots: names.length, deletedSnapshots: 0, markedPacks: 0 },
    ...{ deletedPacks: 0, deletedBytes: 0, repackedPacks: 0 },
  };
  if (names.length === 0) return counts;

  const marks = await readMarks(opened);
  const moves = await readMoves(opened);
  const packs = new Map((await store.list("pack")).map((pack) => [pack.name, pack]));
  const needs = packNeeds(moves);
  const isSound = (pack: string) => packs.has(pack) && !marks.some((mark) => mark.packs.get(pack) === "damaged");

  const due = await dueSnapshots();
  await each(due, (name) => store.delete({ kind: "snapshot", name }));
  counts.deletedSnapshots = due.length;
  const kept = names.filter((name) => !due.includes(name));
  counts.keptSnapshots = kept.length;

  /** Bytes of each pack that snapshots need. Infinite for packs that moves refer to. */
  const needed = new Map<string, number>();
  const reached = new Set<string>();
  const damaged: string[] = [];
  await eachSnapshot(opened, kept, {
    snapshot({ name, files }) {
      const named = namedBytes(files);
      const ofSnapshot = needs(name, named.keys());
      for (const pack of ofSnapshot.needed)
        needed.set(pack, Math.max(needed.get(pack) ?? 0, named.get(pack) ?? Number.POSITIVE_INFINITY));
      for (const pack of ofSnapshot.reached) reached.add(pack);
    },
    damaged: (name, damage) => damaged.push(`the snapshot ${name}: ${damage}`),
  });
  for (const name of moves.unreadable) damaged.push(`the list ${name} of moved contents`);
  if (damaged.length > 0) {
    say("error", `Unreadable data may need any pack, so none is deleted: ${damaged.join("; ")}`);
    return counts;
  }

  await sweep();
  const isOldEnough = ({ storedAt }: ListedName) =>
    now() - storedAt >= Math.max(youngMs, billedDays * dayMs - markedMs);
  const shareOf = ({ name, sizeBytes }: ListedName) => (needed.get(name) ?? 0) / sizeBytes;
  const isMarked = (pack: string) => marks.some((mark) => mark.packs.has(pack));
  const repacked = await repack({
    ...options,
    ...{ names: kept, moves, needs },
    packs: [...packs.values()]
      .filter((pack) => {
        const share = shareOf(pack);
        return share > 0 && share < options.repackBelow && !isMarked(pack.name) && isOldEnough(pack) && isPaid(pack);
      })
      .sort((one, other) => shareOf(one) - shareOf(other)),
  });
  counts.repackedPacks = repacked.length;
  for (const pack of repacked) needed.delete(pack);

  const unneeded = [...packs.values()].filter(
    (pack) => !needed.has(pack.name) && !isMarked(pack.name) && isOldEnough(pack),
  );
  if (unneeded.length > 0) {
    await checkLease();
    const reasons = new Map<string, MarkReason>(unneeded.map(({ name }) => [name, "unneeded"]));
    const { name, bytes } = newMarks(options, reasons, now());
    await store.put({ kind: "marks", name }, bytes);
  }
  counts.markedPacks = unneeded.length;
  return counts;

  /** True if the minimum billing period is over. */
  function isPaid({ storedAt }: ListedName): boolean {
    return now() - storedAt >= billedDays * dayMs;
  }

  /** Returns the snapshots to delete. Incomplete snapshots don't displace complete ones that would be kept without them. */
  async function dueSnapshots(): Promise<readonly string[]> {
    const { retention } = options;
    if (retention === null) return [];
    const kept = keptSnapshots(names, retention, now());
    if (kept.size === names.length) return [];
    const whole: string[] = [];
    await eachSnapshot(opened, names, {
      snapshot({ name, files }) {
        const { needed } = needs(name, namedBytes(files).keys());
        if ([...needed].every(isSound)) whole.push(name);
      },
    });
    const keptToo = keptSnapshots(whole, retention, now());
    return names.filter((name) => !kept.has(name) && !keptToo.has(name));
  }

  /** Deletes packs that were marked two days ago, and unneeded marks and moves. */
  async function sweep(): Promise<void> {
    const isDue = ({ madeAt }: MarksObject) => now() - madeAt >= markedMs;
    const due = marks.filter(isDue).flatMap((mark) => [...mark.packs.keys()]);
    const gone = [...new Set(due)]
      .flatMap((name) => packs.get(name) ?? [])
      .filter((pack) => !needed.has(pack.name) && isPaid(pack));
    await each(gone, async (pack) => {
      await store.delete({ kind: "pack", name: pack.name });
      packs.delete(pack.name);
      counts.deletedPacks += 1;
      counts.deletedBytes += pack.sizeBytes;
    });
    const empty = marks.filter((mark) => isDue(mark) && [...mark.packs.keys()].every((pack) => !packs.has(pack)));
    await each(empty, ({ name }) => store.delete({ kind: "marks", name }));
    const idle = moves.objects.filter(
      ({ name, moved, emptied }) =>
        now() - momentOf(name) >= markedMs &&
        [...emptied, ...moved.map(([pack]) => pack)].every((pack) => !reached.has(pack)),
    );
    await each(idle, ({ name }) => store.delete({ kind: "moves", name }));
  }

  /** Stops if the task loses its lease. */
  async function each<Item>(items: readonly Item[], use: (item: Item) => Promise<void>): Promise<void> {
    for (let at = 0; at < items.length; at += deletedInTurn) {
      await checkLease();
      await mapConcurrently(deletedAtOnce, items.slice(at, at + deletedInTurn), async (item) => {
        options.signal.throwIfAborted();
        await use(item);
      });
    }
  }
}

/** Returns the bytes of each pack that a snapshot references. */
function namedBytes(files: Snapshot["files"]): ReadonlyMap<string, number> {
  const bytes = new Map<string, number>();
  for (const { packs } of files) for (const [pack, , length] of packs) bytes.set(pack, (bytes.get(pack) ?? 0) + length);
  return bytes;
}
