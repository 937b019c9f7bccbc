import { randomBytes } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { blockBytes, idOf, type ListedBlock, listBytes } from "#shared/blocks/block-list.ts";
import { contentReader } from "#shared/blocks/content-reader.ts";
import { nameAt } from "#shared/blocks/object-names.ts";
import { openSet } from "#shared/blocks/open-set.ts";
import { newPack, sealContents } from "#shared/blocks/pack.ts";
import { recoveryKeyIn } from "#shared/blocks/recovery-key.ts";
import { type DataKey, sealObject, UnreadableObject } from "#shared/blocks/sealed-object.ts";
import { type Snapshot, type SnapshotFile, snapshotBytes } from "#shared/blocks/snapshot.ts";
import { openSnapshot } from "#shared/blocks/snapshots.ts";
import { withFileRestorer } from "../../local-agent/blocks/restore/file-restorer.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";
import { type ASet, aSet, aSource, restoredFrom, snapshotOf, verified } from "./support/a-set.ts";
import { setOfVersion1 } from "./support/set-of-version-1.ts";

/** Bytes of zeros after the blocks: a thread writes long files, but not short ones. */
const sizes = { small: 0, large: 300 * blockBytes };

/** Returns a set with a snapshot of a file that begins with two blocks. */
async function twoBlocks(zeros: number) {
  const source = aSource({});
  source.write("Contacts.fmp12", Buffer.concat([source.random(2 * blockBytes), Buffer.alloc(zeros)]));
  const made = aSet();
  return { made, snapshot: (await snapshotOf(made, source)).snapshot };
}

async function version1() {
  const { objects, set, keyText, files } = setOfVersion1;
  const { store } = aSet(objects);
  const keys = await openSet(store, set, recoveryKeyIn(keyText));
  const dataKey = [...keys].map(([id, bytes]): DataKey => ({ id, bytes }))[0];
  if (dataKey === undefined) throw new Error("The set has no key");
  const [newest] = await store.list("snapshot");
  const made = { store, set, keys, dataKey };
  return { made, snapshot: await openSnapshot(made, newest?.name ?? ""), files };
}

type Opened = Pick<ASet, "store" | "set" | "keys" | "dataKey">;

/** Makes a later snapshot of a file, in which a holder of the set's key lists other blocks, or other positions for them. */
async function listedOtherwise(
  { made, snapshot }: { readonly made: Opened; readonly snapshot: Snapshot },
  path: string,
  change: (blocks: readonly ListedBlock[]) => Promise<readonly ListedBlock[]>,
) {
  const { set, dataKey, keys, store } = made;
  const random = randomBytes;
  const file = snapshot.files.find((one) => one.path === path);
  if (file === undefined) throw new Error("The snapshot does not have the file");
  const blocks = await change((await contentReader({ store, set, keys }).lists(file.lists)).flat());
  const pack = newPack({ set, dataKey, random });
  const list = listBytes(blocks);
  const { offset, length } = pack.add("list", idOf(list), list);
  sealContents(pack.unsealed());
  await store.put({ kind: "pack", name: pack.name }, pack.finish());
  const packs = new Set([pack.name, ...blocks.flatMap(({ place }) => place?.pack ?? [])]);
  const otherwise: SnapshotFile = {
    ...file,
    lists: [[idOf(list).toString("hex"), pack.name, offset, length]],
    packs: [...packs].map((name) => [name, 1, 1]),
  };
  const name = nameAt(Date.now() + 1_000, random);
  const later = { ...snapshot, name, counter: 2, files: [otherwise] };
  const bytes = sealObject({ kind: "snapshot", set, name }, dataKey, snapshotBytes(later), random);
  await store.put({ kind: "snapshot", name }, bytes);
  /** Returns the result of restoring the file, and the files in its folder afterwards. */
  const restoring = async (isProof: boolean) => {
    const folder = scratchFolder();
    const restored = { file: otherwise, target: join(folder, path), onProgress: () => undefined };
    const options = { ...made, signal: new AbortController().signal, isProof };
    const ended = await withFileRestorer(options, (restore) => restore(restored)).catch((thrown: unknown) => thrown);
    return { ended, left: readdirSync(folder) };
  };
  return { later, restoring };
}

for (const [size, zeros] of Object.entries(sizes))
  verifies(
    "backups:blocks:proved",
    `a list names wrong places of a ${size} file's blocks: nothing is restored`,
    async () => {
      const { restoring } = await listedOtherwise(await twoBlocks(zeros), "Contacts.fmp12", async (blocks) => {
        const [first, second, ...others] = blocks;
        if (first === undefined || second === undefined) throw new Error("The file has no two blocks");
        return [{ ...first, place: second.place }, { ...second, place: first.place }, ...others];
      });
      const { ended, left } = await restoring(false);
      expect(ended).toBeInstanceOf(UnreadableObject);
      expect(left).toEqual([]);
    },
  );

verifies("backups:blocks:proved", "a machine has encrypted other bytes than it hashed", async () => {
  const two = await twoBlocks(sizes.large);
  const { set, dataKey, store } = two.made;
  const { later, restoring } = await listedOtherwise(two, "Contacts.fmp12", async ([first, ...others]) => {
    if (first === undefined) throw new Error("The file has no block");
    const pack = newPack({ set, dataKey, random: randomBytes });
    const place = pack.add("block", first.id, Buffer.alloc(blockBytes, 1));
    sealContents(pack.unsealed());
    await store.put({ kind: "pack", name: pack.name }, pack.finish());
    return [{ ...first, place }, ...others];
  });
  // As a drill restores.
  const { ended, left } = await restoring(true);
  expect(ended).toBeInstanceOf(UnreadableObject);
  expect(left).toEqual([]);
  two.made.previous = later;
  const { damage } = await verified(two.made, { share: 1 });
  expect(damage.files).toEqual([{ snapshot: later.name, counter: 2, path: "Contacts.fmp12" }]);
});

verifies("backups:blocks:format", "packs of version 1 are read, and their blocks compared with their ids", async () => {
  const before = await version1();
  const restored = await restoredFrom(before.made, before.snapshot.name);
  for (const [path, content] of Object.entries(before.files)) expect(restored.get(path)?.equals(content)).toBe(true);
  const hello = before.snapshot.files.find(({ path }) => path === "hello.txt");
  const [[other] = []] = await contentReader(before.made).lists(hello?.lists ?? []);
  const { restoring } = await listedOtherwise(before, "Large.fmp12", async (blocks) =>
    blocks.map((block) => (block.place === null ? block : { ...block, place: other?.place ?? null })),
  );
  const { ended, left } = await restoring(false);
  expect(ended).toMatchObject({ message: expect.stringContaining("has other content") });
  expect(left).toEqual([]);
});
