import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { moveAcross, moveTo } from "../../../local-agent/operations/move.ts";
import { swapBack, swapIn } from "../../../local-agent/operations/swap.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { verifies } from "../../support/verifies.ts";

/** Creates a folder of containers. Returns its name. */
function containers(folder: string, names: readonly string[]): string {
  mkdirSync(join(folder, "Photos"), { recursive: true });
  for (const name of names) writeFileSync(join(folder, "Photos", name), name);
  return folder;
}

verifies(
  "files:operations:killed",
  "a folder moved to another disk is complete there before it is deleted here",
  async () => {
    const top = scratchFolder();
    const [from, to] = [containers(join(top, "old"), ["a", "b"]), join(top, "new", "moved")];
    await moveAcross(from, to);
    expect(readdirSync(join(to, "Photos"))).toEqual(["a", "b"]);
    expect(readdirSync(top)).toEqual(["new"]);
  },
);

verifies("files:operations:killed", "names that aren't UTF-8, and links, are copied unchanged", async () => {
  const top = scratchFolder();
  const from = containers(join(top, "old"), ["a"]);
  const odd = Buffer.from([0x66, 0xfc, 0x72, 0x80]);
  const within = (folder: string, name: Buffer) => Buffer.concat([Buffer.from(`${folder}/Photos/`), name]);
  // Other systems don't allow this name.
  const names = process.platform === "linux" ? [odd, Buffer.from("für")] : [Buffer.from("für")];
  for (const name of names) writeFileSync(within(from, name), name);
  symlinkSync("a", join(from, "Photos", "link"));
  chmodSync(join(from, "Photos"), 0o750);
  const to = join(top, "new");
  await moveAcross(from, to);
  for (const name of names) expect(readFileSync(within(to, name))).toEqual(name);
  expect(readlinkSync(join(to, "Photos", "link"))).toBe("a");
  expect(statSync(join(to, "Photos")).mode & 0o777).toBe(0o750);
  expect(readdirSync(top)).toEqual(["new"]);
});

verifies(
  "files:operations:killed",
  "a move that was interrupted while deleting the source is complete at the target",
  async () => {
    const top = scratchFolder();
    const to = containers(join(top, "new"), ["a", "b"]);
    containers(join(top, ".old.moved"), ["b"]);
    await moveTo(join(top, "old"), to);
    expect(readdirSync(join(to, "Photos"))).toEqual(["a", "b"]);
    expect(readdirSync(top)).toEqual(["new"]);
    containers(join(top, ".old.moved"), ["b"]);
    await moveTo(to, join(top, "old"));
    expect(readdirSync(join(top, "old", "Photos"))).toEqual(["a", "b"]);
    expect(readdirSync(top)).toEqual(["old"]);
  },
);

verifies("files:operations:killed", "an interrupted swap removes nothing that was created there since", async () => {
  const top = scratchFolder();
  const swap = { draft: join(top, "draft"), target: join(top, "file"), kept: join(top, "kept") };
  for (const [path, text] of [
    [swap.draft, "new"],
    [swap.kept, "old"],
    [swap.target, "theirs"],
  ] as const)
    writeFileSync(path, text);
  await expect(swapIn(swap)).rejects.toThrow("another program created");
  await expect(swapBack(swap)).rejects.toThrow("another program created");
  expect([swap.draft, swap.kept, swap.target].map((path) => existsSync(path) && readFileSync(path, "utf8"))).toEqual([
    "new",
    "old",
    "theirs",
  ]);
});
