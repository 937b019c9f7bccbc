import { describe, expect, it } from "vitest";
import { nameAt } from "#shared/blocks/object-names.ts";
import { keptSnapshots } from "#shared/blocks/retention.ts";
import { verifies } from "../support/verifies.ts";
import { allRestoredFrom, aSet, aSource, contentsOf, digestsOf, pruned, snapshotOf } from "./support/a-set.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const begin = Date.parse("2026-11-01T12:00:00Z");
const packBytes = 200_000;

/** Returns a set with a clock, and the content of its files in each snapshot. */
function aPrunedSet() {
  let now = begin;
  const set = aSet([], { now: () => now });
  const contents = new Map<string, ReadonlyMap<string, Buffer>>();
  const source = aSource({ "small.fmp12": "small" });
  source.write("large.fmp12", source.random(700_000));
  const clock = () => now;
  const of = (kind: string) => [...set.objects.keys()].filter((path) => path.startsWith(`${kind}/`));
  return {
    ...{ set, source, clock, of },
    at: (days: number) => {
      now = begin + days * dayMs;
    },
    /** Makes a backup in which this number of blocks has changed, starting at `from`. */
    async backUp(from: number, blocks: number) {
      for (let block = from; block < from + blocks; block += 1) source.change("large.fmp12", (block % 11) * 65_536 + 9);
      const made = await snapshotOf(set, source, packBytes, { now: clock });
      contents.set(made.snapshot.name, contentsOf(source));
      return made;
    },
    /** Checks that every existing snapshot is unchanged. */
    async allRestored(): Promise<number> {
      const names = of("snapshots").map((path) => path.slice("snapshots/".length));
      for (const [name, restored] of await allRestoredFrom(set, names))
        expect(digestsOf(restored), name).toEqual(digestsOf(contents.get(name)));
      return names.length;
    },
  };
}

describe("retention", () => {
  const name = (days: number) => nameAt(begin + days * dayMs, (length) => new Uint8Array(length));
  const kept = (days: readonly number[], now: number, retention = { allDays: 2, dailyDays: 5, monthlyMonths: 2 }) => {
    const names = keptSnapshots(days.map(name), retention, begin + now * dayMs);
    return days.filter((day) => names.has(name(day)));
  };

  verifies("backups:blocks:pruned", "all of the newest days, the last of each day, the last of each month", () => {
    expect(kept([-40, -33, -32, 0, 0.1, 1, 1.1, 2, 3, 3.2, 4], 4.5)).toEqual([-32, 0.1, 1.1, 2, 3, 3.2, 4]);
  });

  verifies("backups:blocks:pruned", "the newest one is kept regardless of its age", () => {
    expect(kept([0, 1], 400)).toEqual([1]);
    expect(kept([0, 1], 400, { allDays: 0, dailyDays: 0, monthlyMonths: 0 })).toEqual([1]);
  });

  it("is stable when applied every day", () => {
    let days = Array.from({ length: 80 }, (_, index) => index / 4);
    for (let now = 0; now <= 20; now += 1)
      days = days.filter(
        (day) =>
          day > now ||
          kept(
            days.filter((one) => one <= now),
            now,
          ).includes(day),
      );
    expect(days).toEqual(
      kept(
        Array.from({ length: 80 }, (_, index) => index / 4),
        20,
      ),
    );
  });
});

verifies("backups:blocks:pruned", async () => {
  const { set, at, backUp, clock, of, allRestored } = aPrunedSet();
  for (let day = 0; day < 12; day += 0.5) {
    at(day);
    await backUp(day * 4, 3);
  }
  expect(await allRestored()).toBe(24);
  const packs = of("packs").length;
  at(11.6);
  const first = await pruned(set, clock);
  // Six within three days, and one per day for four more days.
  expect(first).toMatchObject({ keptSnapshots: 10, deletedSnapshots: 14, deletedPacks: 0 });
  expect(first.markedPacks).toBeGreaterThan(5);
  expect(of("packs")).toHaveLength(packs);
  expect(await allRestored()).toBe(10);

  at(13.5);
  await pruned(set, clock);
  expect(of("packs")).toHaveLength(packs);
  await backUp(3, 2);
  at(13.7);
  const later = await pruned(set, clock);
  expect(later.deletedPacks).toBe(first.markedPacks);
  expect(later.deletedBytes).toBeGreaterThan(first.markedPacks * 60_000);
  expect(await allRestored()).toBe(later.keptSnapshots);
  // Marked and deleted objects are counted once; a second run at the same time finds nothing to do.
  expect(await pruned(set, clock)).toMatchObject({ deletedSnapshots: 0, markedPacks: 0, deletedPacks: 0 });
  at(30);
  await pruned(set, clock);
  at(33);
  expect(await pruned(set, clock)).toMatchObject({ keptSnapshots: 1 });
  expect(await allRestored()).toBe(1);
  expect(of("marks")).toEqual([]);
  const needed = new Set(set.previous?.files.flatMap((file) => file.packs.map(([pack]) => `packs/${pack}`)));
  expect(new Set(of("packs"))).toEqual(needed);
});

verifies(
  "backups:blocks:pruned",
  "nothing is deleted while a list lacks the newest snapshot, or one can't be read",
  async () => {
    const { set, at, backUp, clock, of } = aPrunedSet();
    for (let day = 0; day < 3; day += 1) {
      at(day);
      await backUp(day, 11);
    }
    at(9);
    const before = [...set.objects.keys()];
    const newest = { name: "0".repeat(32), counter: 9 };
    await expect(pruned(set, clock, { newest })).rejects.toThrow("snapshot 9 is not in the bucket");
    expect([...set.objects.keys()]).toEqual(before);

    // The blocks that it needs are unknown, so no pack is deleted.
    const [, damaged = ""] = of("snapshots");
    set.objects.set(
      damaged,
      Buffer.from((set.objects.get(damaged) as Buffer).map((byte, at) => (at === 99 ? byte ^ 1 : byte))),
    );
    const reported: string[] = [];
    const counts = await pruned(set, clock, {
      retention: { allDays: 8.5, dailyDays: 0, monthlyMonths: 0 },
      say: (_level, text) => void reported.push(text),
    });
    expect(counts).toMatchObject({ keptSnapshots: 2, deletedSnapshots: 1, markedPacks: 0, deletedPacks: 0 });
    expect(reported).toEqual([expect.stringContaining("Unreadable data")]);
  },
);

verifies("backups:blocks:moved", async () => {
  const { set, at, backUp, clock, of, allRestored } = aPrunedSet();
  for (let day = 0; day < 10; day += 1) {
    at(day);
    // All blocks but one of each pack of the first backup change.
    await backUp(day === 0 ? 0 : day * 2, day === 0 ? 0 : 2);
  }
  at(10.5);
  await pruned(set, clock);
  const packs = of("packs");
  const billed = await pruned(set, clock, { repackBelow: 0.9, billedDays: 30 });
  expect(billed.repackedPacks).toBe(0);
  const moved = await pruned(set, clock, { repackBelow: 0.9 });
  expect(moved.repackedPacks).toBeGreaterThan(1);
  expect(of("moves")).toHaveLength(1);
  const count = await allRestored();
  const { counts } = await backUp(0, 0);
  // Only block lists, which now name other packs, and no blocks.
  expect(counts.sentBytes).toBeLessThan(20_000);
  at(12.6);
  const later = await pruned(set, clock);
  expect(later.deletedPacks).toBeGreaterThanOrEqual(moved.repackedPacks);
  expect(packs.filter((path) => !of("packs").includes(path)).length).toBeGreaterThanOrEqual(moved.repackedPacks);
  expect(await allRestored()).toBeLessThanOrEqual(count + 1);
  // Blocks are moved out of the new packs again whenever it is worth it.
  for (let day = 13; day < 21; day += 1) {
    at(day);
    await backUp(day * 2, 2);
    await pruned(set, clock, { repackBelow: 0.9 });
  }
  expect(of("moves").length).toBeGreaterThan(1);
  await allRestored();
  at(60);
  await pruned(set, clock);
  at(63);
  await pruned(set, clock);
  expect(await allRestored()).toBe(1);
  expect(of("moves")).toEqual([]);
});
