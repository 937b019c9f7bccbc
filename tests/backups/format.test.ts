import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { openSet } from "#shared/blocks/open-set.ts";
import { recoveryKeyIn } from "#shared/blocks/recovery-key.ts";
import { openSnapshot } from "#shared/blocks/snapshots.ts";
import { withFileRestorer } from "../../local-agent/blocks/restore/file-restorer.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { verifies } from "../support/verifies.ts";
import { aSet, aSource, pruned, snapshotOf } from "./support/a-set.ts";
import { setOfVersion1 } from "./support/set-of-version-1.ts";

const run = promisify(execFile);
const reader = new URL("support/read_blocks.py", import.meta.url).pathname;
/** True if Python's cryptography package is installed: Debian's python3-cryptography, which `.ci/run` installs. */
const hasPython = await run("python3", ["-c", "import cryptography"]).then(
  () => true,
  () => false,
);
const page = readFileSync(new URL("../../docs/reference/backup-format.md", import.meta.url), "utf8");
const pageSet = "000102030405060708090a0b0c0d0e0f";
const [, pageKey = ""] = /^```\n([0-9A-Z-]{19}(?:\n[0-9A-Z-]{19}){3})\n```$/m.exec(page) ?? [];
const pageObjects = [...page.matchAll(/^`[0-9a-f]{32}\/([a-z]+\/[0-9a-f]{32})`\n\n```hex\n([0-9a-f\n]+)\n```$/gm)].map(
  ([, path = "", digits = ""]) => [path, Buffer.from(digits.replaceAll("\n", ""), "hex")] as const,
);

/** Writes objects as files of a folder, like any program that copies buckets. */
function asFolder(set: string, objects: Iterable<readonly [path: string, bytes: Uint8Array]>): string {
  const folder = join(scratchFolder(), set);
  for (const [path, bytes] of objects) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  return folder;
}

async function readByPython(folder: string, keyText: string): Promise<string> {
  const target = scratchFolder();
  const key = join(target, "key.txt");
  writeFileSync(key, keyText);
  await run("python3", [reader, folder, key, "restore", target]);
  const { stdout } = await run("python3", [reader, folder, key, "list"], { maxBuffer: 64 * 1024 * 1024 });
  const { packs } = JSON.parse(stdout);
  expect(Object.values(packs).every((entries) => (entries as unknown[]).length > 0)).toBe(true);
  return target;
}

verifies("backups:blocks:format", "the set on the page opens, and contains the file that the page names", async () => {
  expect(pageObjects.map(([path]) => path.split("/")[0])).toEqual(["keys", "packs", "packs", "snapshots"]);
  const { store } = aSet(pageObjects);
  const key = recoveryKeyIn(pageKey);
  expect(key.toString("hex")).toBe(Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(2, "0")).join(""));
  const opened = { store, set: pageSet, keys: await openSet(store, pageSet, key) };
  const [name = ""] = (await store.list("snapshot")).map((object) => object.name);
  const { files, backup } = await openSnapshot(opened, name);
  expect(backup).toBe("Daily_2026-11-20_2300");
  const [file] = files;
  if (file === undefined) throw new Error("It has no file");
  const target = join(scratchFolder(), file.path);
  await withFileRestorer({ ...opened, signal: new AbortController().signal }, (restore) =>
    restore({ file, target, onProgress: () => undefined }),
  );
  expect(readFileSync(target, "utf8")).toBe("Hello, world\n");
});

describe.skipIf(!hasPython)("with Python's cryptography package (Debian: python3-cryptography)", () => {
  verifies("backups:blocks:format", "a reader in Python, written only from the page, reads the same", async () => {
    const ofPage = await readByPython(asFolder(pageSet, pageObjects), pageKey);
    expect(readFileSync(join(ofPage, "hello.txt"), "utf8")).toBe("Hello, world\n");

    const ofVersion1 = await readByPython(setOfVersion1.folder, setOfVersion1.keyText);
    for (const [path, content] of Object.entries(setOfVersion1.files))
      expect(readFileSync(join(ofVersion1, path)).equals(content)).toBe(true);

    const source = aSource({ "a/zeros": Buffer.alloc(300_000), "a/empty": Buffer.alloc(0), "größe.fmp12": "x" });
    // More than one list of blocks, most of them zeros.
    const large = Buffer.alloc(130 * 1024 * 1024 + 17);
    for (const at of [0, 66_000, 129 * 1024 * 1024]) source.random(200_000).copy(large, at);
    source.write("large.fmp12", large);
    const made = aSet();
    await snapshotOf(made, source);
    source.change("large.fmp12", 70_000);
    await snapshotOf(made, source);
    // One block of the first pack is no longer needed: the pack is rewritten, and the old one deleted.
    const days = (count: number) => () => Date.now() + count * 24 * 60 * 60_000;
    await pruned(made, days(5), { retention: { allDays: 1, dailyDays: 0, monthlyMonths: 0 }, repackBelow: 1 });
    expect((await pruned(made, days(8))).deletedPacks).toBeGreaterThan(0);
    expect([...made.objects.keys()].some((path) => path.startsWith("moves/"))).toBe(true);
    const target = await readByPython(asFolder(made.set, made.objects), made.keyText);
    for (const path of source.paths())
      expect(readFileSync(join(target, path.normalize("NFC"))).equals(source.read(path))).toBe(true);
  });
});
