import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withFileRestorer } from "../../local-agent/blocks/restore/file-restorer.ts";
import { mayMount, smallDisk } from "../support/small-disk.ts";
import { aSet, aSource, snapshotOf } from "./support/a-set.ts";

const megabyte = 1_000_000;

test.runIf(mayMount)(
  "a disk that fills up during a restore is left without a partial file, and gets the file when there is space",
  async () => {
    const at = aSet();
    const source = aSource({});
    source.write("Contacts.fmp12", source.random(2 * megabyte));
    const { snapshot } = await snapshotOf(at, source);
    const [file] = snapshot.files;
    if (file === undefined) throw new Error("The snapshot has no file");
    const disk = smallDisk(3 * megabyte);
    const filler = join(disk, "Orders.fmp12");
    writeFileSync(filler, Buffer.alloc(2 * megabyte, 1));
    const { store, set, keys } = at;
    const restored = () =>
      withFileRestorer({ store, set, keys, signal: new AbortController().signal }, (restore) =>
        restore({ file, target: join(disk, "Contacts.fmp12"), onProgress: () => undefined }),
      );
    await expect(restored()).rejects.toThrow(/ENOSPC|wrote less/);
    expect(readdirSync(disk)).toEqual(["Orders.fmp12"]);
    rmSync(filler);
    await restored();
    expect(readFileSync(join(disk, "Contacts.fmp12")).equals(source.read("Contacts.fmp12"))).toBe(true);
  },
);
