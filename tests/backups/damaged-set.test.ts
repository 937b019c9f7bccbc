import { expect } from "vitest";
import { previousSnapshot } from "../../local-agent/blocks/previous-snapshot.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";
import { type ASet, aSet, aSource, contentsOf, restoredFrom, snapshotOf } from "./support/a-set.ts";

/** Returns a set with two snapshots. */
async function twoSnapshots() {
  const source = aSource({ "unchanged.fmp12": "unchanged" });
  source.write("large.fmp12", source.random(700_000));
  const whole = aSet();
  const { snapshot: first } = await snapshotOf(whole, source, 200_000);
  const older = contentsOf(source);
  source.change("large.fmp12", 80_000);
  const { snapshot: second } = await snapshotOf(whole, source, 200_000);
  const [listPlace] = second.files.find(({ path }) => path === "large.fmp12")?.lists ?? [];
  return { source, whole, first, second, older, newer: contentsOf(source), listPack: listPlace?.[1] ?? "" };
}

/** Makes the next backup, by an agent that remembers all earlier ones or none, and returns its reports. */
async function next(
  { whole, source, second }: Awaited<ReturnType<typeof twoSnapshots>>,
  change: (objects: Map<string, Buffer>) => void,
  remembers = false,
) {
  const made: ASet = whole.remembering(remembers ? whole.memoryFolder : scratchFolder(), undefined);
  change(made.objects);
  const reported: string[] = [];
  const before = await previousSnapshot(made, second, (_level, text) => void reported.push(text));
  const options = { ...before, onDamage: (text: string) => void reported.push(text) };
  return { made, reported, ...(await snapshotOf(made, source, 200_000, options)) };
}

const altered = (objects: Map<string, Buffer>, path: string) => {
  const bytes = Buffer.from(objects.get(path) as Buffer);
  bytes.writeUInt8(bytes.readUInt8(100) ^ 1, 100);
  objects.set(path, bytes);
};

verifies("backups:blocks:damaged", "the newest snapshot is lost: the previous one is continued", async () => {
  const two = await twoSnapshots();
  const lost = `snapshots/${two.second.name}`;
  const { made, reported, snapshot, counts } = await next(two, (objects) => objects.delete(lost));
  expect(reported).toEqual([expect.stringContaining("Snapshot 2 is missing from the bucket")]);
  expect(snapshot.counter).toBe(3);
  expect(counts.sentBytes).toBeLessThan(200_000);
  expect(await restoredFrom(made, snapshot.name)).toEqual(two.newer);
  expect(await restoredFrom(made, two.first.name)).toEqual(two.older);
});

verifies(
  "backups:blocks:damaged",
  "everything is lost: everything is sent again, and numbering continues",
  async () => {
    const two = await twoSnapshots();
    const { made, reported, snapshot, counts } = await next(two, (objects) => objects.clear(), true);
    expect(reported).toHaveLength(1);
    expect(snapshot.counter).toBe(3);
    expect(counts.sentBytes).toBeGreaterThan(700_000);
    expect(await restoredFrom(made, snapshot.name)).toEqual(two.newer);
  },
);

verifies("backups:blocks:damaged", "the newest snapshot was altered", async () => {
  const two = await twoSnapshots();
  const { made, reported, snapshot } = await next(two, (objects) => altered(objects, `snapshots/${two.second.name}`));
  expect(reported).toEqual([expect.stringMatching(/^Skipped the unreadable snapshot .*: .*changed/)]);
  expect(snapshot.counter).toBe(3);
  expect(await restoredFrom(made, snapshot.name)).toEqual(two.newer);
});

const listDamages = {
  "a list of blocks was altered": altered,
  "the pack of a list is missing": (objects: Map<string, Buffer>, path: string) => objects.delete(path),
};
for (const [name, change] of Object.entries(listDamages))
  verifies("backups:blocks:damaged", name, async () => {
    const two = await twoSnapshots();
    const { made, reported, snapshot } = await next(two, (objects) => change(objects, `packs/${two.listPack}`));
    expect(reported).toContainEqual(expect.stringContaining("large.fmp12: a list of its blocks can't be read"));
    expect(await restoredFrom(made, snapshot.name)).toEqual(two.newer);
  });

for (const remembers of [true, false])
  verifies(
    "backups:blocks:damaged",
    `a pack of blocks is lost, and the agent remembers ${remembers ? "all" : "nothing"}`,
    async () => {
      const two = await twoSnapshots();
      const [large] = two.first.files.filter(({ path }) => path === "large.fmp12");
      const lost = large?.packs.find(([name]) => name !== large.lists[0]?.[1])?.[0] ?? "";
      const { made, snapshot } = await next(two, (objects) => objects.delete(`packs/${lost}`), remembers);
      expect(snapshot.files.flatMap(({ packs }) => packs.map(([name]) => name))).not.toContain(lost);
      expect(await restoredFrom(made, snapshot.name)).toEqual(two.newer);
    },
  );
