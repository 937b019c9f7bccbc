import { expect } from "vitest";
import { verifies } from "../support/verifies.ts";
import {
  type ASet,
  aSet,
  aSource,
  contentsOf,
  pruned,
  repaired,
  restoredFrom,
  snapshotOf,
  verified,
} from "./support/a-set.ts";

const packBytes = 200_000;

/** Returns a set with two snapshots of a large file, which differ in one block. */
async function twoSnapshots() {
  const source = aSource({ "small.fmp12": "small" });
  source.write("large.fmp12", source.random(900_000));
  const set = aSet();
  const { snapshot: first } = await snapshotOf(set, source, packBytes);
  const older = contentsOf(source);
  source.change("large.fmp12", 80_000);
  const { snapshot: second } = await snapshotOf(set, source, packBytes);
  const file = second.files.find(({ path }) => path === "large.fmp12");
  const listPack = `packs/${file?.lists[0]?.[1]}`;
  const shared = first.files.flatMap(({ packs }) => packs.map(([name]) => `packs/${name}`));
  const blockPack =
    shared.findLast((path) => path !== listPack && file?.packs.some(([name]) => path.endsWith(name))) ?? "";
  return { set, source, first, second, older, newer: contentsOf(source), listPack, blockPack };
}

const flipped = ({ objects }: ASet, path: string, at: number) => {
  const bytes = Buffer.from(objects.get(path) as Buffer);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
  objects.set(path, bytes);
};
const nothing = { objects: [], packs: [], files: [] };

verifies("backups:blocks:verified", "everything is read part by part, and then from the start again", async () => {
  const { set } = await twoSnapshots();
  const packs = [...set.objects.keys()].filter((path) => path.startsWith("packs/"));
  let after: string | null = null;
  let read = 0;
  for (let turn = 0; turn < 50; turn += 1) {
    const outcome = await verified(set, { share: 0.3, after });
    expect(outcome.damage).toEqual(nothing);
    expect(outcome.readPacks).toBeGreaterThan(0);
    expect(outcome.readPacks).toBeLessThan(packs.length);
    read += outcome.readPacks;
    after = outcome.after;
    if (outcome.isAll) break;
  }
  expect(after).toBeNull();
  expect(read).toBe(packs.length);
  expect(await verified(set, { share: 1 })).toMatchObject({ readPacks: packs.length, isAll: true, snapshots: 2 });
  expect(await verified(set, { share: 0 })).toMatchObject({ readPacks: 0, isAll: false, damage: nothing });
});

verifies("backups:blocks:verified", "each bit of a pack counts: header, content, list at its end", async () => {
  const { set, blockPack } = await twoSnapshots();
  const { length } = set.objects.get(blockPack) as Buffer;
  const kept = set.objects.get(blockPack) as Buffer;
  for (const at of [0, 4, 5, 8, 20, 60, 90, 70_000, length - 30, length - 2]) {
    set.objects.set(blockPack, kept);
    for (const path of set.objects.keys()) if (path.startsWith("marks/")) set.objects.delete(path);
    flipped(set, blockPack, at);
    const { damage } = await verified(set, { share: 1 });
    expect(damage.packs, `byte ${at}`).toEqual([blockPack.slice("packs/".length)]);
    expect(new Set(damage.files.map(({ counter, path }) => `${counter} ${path}`))).toContain("1 large.fmp12");
  }
});

verifies("backups:blocks:verified", "a missing pack or snapshot is found without reading any", async () => {
  const { set, blockPack, first, second } = await twoSnapshots();
  set.objects.delete(blockPack);
  const { damage } = await verified(set, { share: 0 });
  expect(damage.packs).toEqual([blockPack.slice("packs/".length)]);
  expect(new Set(damage.files.map(({ snapshot }) => snapshot))).toEqual(new Set([first.name, second.name]));
  set.objects.delete(`snapshots/${second.name}`);
  flipped(set, `snapshots/${first.name}`, 99);
  const gone = await verified(set, { share: 0 });
  expect(new Set(gone.damage.objects)).toEqual(new Set([`snapshots/${second.name}`, `snapshots/${first.name}`]));
});

const damages: Readonly<Record<string, (set: ASet, path: string) => void>> = {
  "was altered in its content": (set, path) => flipped(set, path, 90),
  "was altered in its header": (set, path) => flipped(set, path, 20),
  "is lost": (set, path) => set.objects.delete(path),
};
for (const [how, change] of Object.entries(damages))
  verifies(
    "backups:blocks:repaired",
    `a pack of blocks ${how}: the next backup sends it again, and older snapshots use it`,
    async () => {
      const { set, source, first, older, newer, blockPack } = await twoSnapshots();
      change(set, blockPack);
      expect((await verified(set, { share: 1 })).damage.files.length).toBeGreaterThan(0);
      await expect(restoredFrom(set, first.name)).rejects.toThrow();
      const { snapshot: third } = await snapshotOf(set, source, packBytes);
      expect(await restoredFrom(set, third.name)).toEqual(newer);
      const outcome = await repaired(set);
      expect(outcome).toMatchObject({ lostContents: 0, damage: nothing });
      expect(outcome.foundContents).toBeGreaterThan(0);
      expect(await restoredFrom(set, first.name)).toEqual(older);
      expect((await verified(set, { share: 1 })).damage).toEqual(nothing);
      expect(await repaired(set)).toMatchObject({ foundContents: 0, lostContents: 0 });
      // Objects used for the repair are needed from then on.
      const later = () => Date.now() + 10 * 24 * 60 * 60_000;
      await pruned(set, later, { retention: null });
      await pruned(set, () => later() + 3 * 24 * 60 * 60_000, { retention: null });
      expect(await restoredFrom(set, first.name)).toEqual(older);
    },
  );

verifies("backups:blocks:repaired", "lists of blocks are found in the agent's own records", async () => {
  const { set, newer, second, listPack } = await twoSnapshots();
  set.objects.delete(listPack);
  const lost = await verified(set, { share: 0 });
  expect(lost.damage.files).toContainEqual({ snapshot: second.name, counter: 2, path: "large.fmp12" });
  const outcome = await repaired(set);
  expect(outcome.foundContents).toBeGreaterThan(0);
  expect(await restoredFrom(set, second.name)).toEqual(newer);
});

verifies("backups:blocks:repaired", "data that isn't found is named, and the rest stays unchanged", async () => {
  const { set, source, first, second } = await twoSnapshots();
  const changed = first.files.find(({ path }) => path === "large.fmp12")?.packs ?? [];
  const only = changed
    .map(([name]) => name)
    .find((name) => !second.files.some(({ packs }) => packs.some(([other]) => other === name)));
  const [anyPack = ""] = changed.map(([name]) => name);
  const pack = only ?? anyPack;
  set.objects.delete(`packs/${pack}`);
  source.write("large.fmp12", source.random(900_000));
  const { snapshot: third } = await snapshotOf(set, source, packBytes);
  const outcome = await repaired(set);
  expect(outcome.lostContents).toBeGreaterThan(0);
  expect(outcome.damage.files).toContainEqual({ snapshot: first.name, counter: 1, path: "large.fmp12" });
  expect(await restoredFrom(set, third.name)).toEqual(contentsOf(source));
});
