import { execFile } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { UnreadableObject } from "#shared/blocks/sealed-object.ts";
import { systemClock } from "#shared/node/clock.ts";
import { storeAddress } from "#shared/s3/endpoint.ts";
import { storeClient } from "#shared/s3/store-client.ts";
import { fileRestorer } from "../../local-agent/blocks/restore/file-restorer.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { mayMount, smallDisk } from "../support/small-disk.ts";
import { verifies } from "../support/verifies.ts";
import { aSet, aSource, restoredFrom, snapshotOf } from "./support/a-set.ts";
import { aStore, storeAccount } from "./support/a-store.ts";
import { setOfVersion1 } from "./support/set-of-version-1.ts";

const run = promisify(execFile);
const megabyte = 1_000_000;
const large = "Large.fmp12";
const { signal } = new AbortController();
const store = await aStore();
afterAll(() => store.close());

/**
 * Returns a set with a file that a thread writes, with zeros in it and a short block at its end, and a file that is written without a
 * thread.
 */
async function aLargeBackup() {
  const source = aSource({ "Small.fmp12": "small" });
  const pieces = [source.random(9 * megabyte), Buffer.alloc(9 * megabyte), source.random(9 * megabyte)];
  source.write(large, Buffer.concat(pieces));
  const made = aSet();
  const { snapshot } = await snapshotOf(made, source);
  const fileNamed = (name: string) => {
    const file = snapshot.files.find(({ path }) => path === name);
    if (file === undefined) throw new Error(`The snapshot has no ${name}`);
    return file;
  };
  return { source, made, snapshot, fileNamed };
}

verifies("backups:blocks:restored", "the single-file program includes its thread", async () => {
  const { source, made } = await aLargeBackup();
  const folder = scratchFolder();
  const root = new URL("../../", import.meta.url);
  await run(
    process.execPath,
    ["scripts/package-agent.ts", join(folder, "restore.mjs"), "local-agent/restore/start.ts"],
    {
      cwd: root,
    },
  );
  const client = storeClient({
    address: storeAddress(store.endpoint, undefined, "auto"),
    credentials: storeAccount,
    call: store.reached.call,
    clock: systemClock,
  });
  const where = ["--endpoint", `http://localhost:${new URL(store.origin).port}`, "--region", "eu-central-1"];
  const ofNow = { ...made, files: { [large]: source.read(large), "Small.fmp12": source.read("Small.fmp12") } };
  for (const { set, objects, keyText, files } of [ofNow, setOfVersion1]) {
    for (const [path, bytes] of objects) await client.put("fm-backups", `blocks/${set}/${path}`, bytes);
    writeFileSync(join(folder, "key.txt"), keyText);
    const command = ["restore", ...where, "--bucket", "fm-backups", "--key-file", "key.txt", "--to", set];
    await run(process.execPath, ["restore.mjs", ...command], {
      cwd: folder,
      env: { AWS_ACCESS_KEY_ID: storeAccount.accessKeyId, AWS_SECRET_ACCESS_KEY: storeAccount.secretAccessKey },
    });
    for (const [path, content] of Object.entries(files))
      expect(readFileSync(join(folder, set, path)).equals(content)).toBe(true);
  }
});

verifies(
  "backups:blocks:damaged",
  "a block of a large file was altered: nothing of the file stays, and others are restored",
  async () => {
    const { source, made, snapshot, fileNamed } = await aLargeBackup();
    const altered = aSet(made.objects);
    const opened = { store: altered.store, set: made.set, keys: made.keys };
    const [, largest] = [...altered.objects].toSorted(([, one], [, other]) => one.length - other.length).at(-1) ?? [];
    largest?.writeUInt8(largest.readUInt8(5 * megabyte) ^ 1, 5 * megabyte);
    const folder = scratchFolder();
    const restorer = fileRestorer({ ...opened, signal });
    onTestFinished(() => restorer.close());
    const restored = (path: string) =>
      restorer.restore({ file: fileNamed(path), target: join(folder, path), onProgress: () => undefined });
    await expect(restored(large)).rejects.toThrow(UnreadableObject);
    expect(readdirSync(folder)).toEqual([]);
    await restored("Small.fmp12");
    expect(readdirSync(folder)).toEqual(["Small.fmp12"]);
    expect((await restoredFrom(made, snapshot.name)).get(large)?.equals(source.read(large))).toBe(true);
  },
);

test.runIf(mayMount)("a disk that fills up while a thread writes is left without a partial file", async () => {
  const { source, made, fileNamed } = await aLargeBackup();
  const disk = smallDisk(30 * megabyte);
  const filler = join(disk, "Orders.fmp12");
  writeFileSync(filler, Buffer.alloc(15 * megabyte, 1));
  const restorer = fileRestorer({ ...made, signal });
  onTestFinished(() => restorer.close());
  const restored = () =>
    restorer.restore({ file: fileNamed(large), target: join(disk, large), onProgress: () => undefined });
  await expect(restored()).rejects.toThrow(/ENOSPC|wrote less/);
  expect(readdirSync(disk)).toEqual(["Orders.fmp12"]);
  rmSync(filler);
  await restored();
  expect(readFileSync(join(disk, large)).equals(source.read(large))).toBe(true);
});
