import { closeSync, openSync, readdirSync, statSync, symlinkSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { systemIds } from "#shared/node/ids.ts";
import type { Blobs } from "#shared/ports/blobs.ts";
import { StoreFull, StoreUnavailable } from "#shared/ports/table.ts";
import { openBlobs } from "../../local-runtime/storage/blobs.ts";
import { onDisk } from "../../local-runtime/storage/file-errors.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { startChild } from "../support/programs/child-program.ts";
import { scratchFolder } from "../support/scratch-folder.ts";
import { mayMount, smallDisk } from "../support/small-disk.ts";
import { blobsSuite, streamOf, textOf } from "./blobs-suite.ts";

const clock = turnableClock();
const ids = systemIds(clock);

blobsSuite("A folder", async () => {
  const own = turnableClock();
  return { blobs: await openBlobs({ folder: scratchFolder(), clock: own, ids }), clock: own, close: () => {} };
});

describe("a folder of blobs", () => {
  const open = (folder: string): Promise<Blobs> => openBlobs({ folder, clock, ids });

  test("has nothing under a blob's name before the last byte is written, and no draft afterward", async () => {
    const folder = scratchFolder();
    const blobs = await open(folder);
    const seen: unknown[] = [];
    async function* body(): AsyncGenerator<Uint8Array, void> {
      yield Buffer.from("one");
      seen.push(await blobs.head("a"), readdirSync(folder).length, readdirSync(join(folder, "~drafts")).length);
      yield Buffer.from("two");
    }
    await blobs.put("a", body());
    expect(seen).toEqual([undefined, 1, 1]);
    expect(readdirSync(folder).toSorted()).toEqual(["a~", "~drafts"]);
    expect(readdirSync(join(folder, "~drafts"))).toEqual([]);
  });

  test("is only for its own account", async () => {
    const folder = scratchFolder();
    await (await open(folder)).put("a/b", streamOf("x"));
    for (const path of ["a", "a/b~", "~drafts"]) expect(statSync(join(folder, path)).mode & 0o077).toBe(0);
  });

  test("keeps no empty folders, and a put during a delete succeeds", async () => {
    const folder = scratchFolder();
    const blobs = await open(folder);
    await blobs.put("a/b/c", streamOf("x"));
    await blobs.delete("a/b/c");
    expect(readdirSync(folder)).toEqual(["~drafts"]);
    for (let round = 0; round < 20; round++) {
      await Promise.all([blobs.put("a/b/c", streamOf("x")), blobs.delete("a/b/d"), blobs.delete("a/b/e")]);
      await blobs.delete("a/b/c");
    }
    expect(await blobs.head("a/b/c")).toBeUndefined();
  });

  test("deletes the drafts of a killed process when it is opened next, and of no running one", async () => {
    const folder = scratchFolder();
    const child = startChild(new URL("children/blob-putter.ts", import.meta.url), folder);
    await child.lines(1);
    const drafts = (): readonly string[] => readdirSync(join(folder, "~drafts"));
    expect(drafts()).toHaveLength(1);
    const blobs = await open(folder);
    expect(drafts()).toHaveLength(1);
    child.process.kill("SIGKILL");
    await child.ended();
    await open(folder);
    expect(drafts()).toEqual([]);
    expect((await blobs.list({ prefix: "" })).names).toEqual(["whole"]);
    expect(await textOf(await blobs.get("whole"))).toBe("whole");
  });

  test("can be opened a second time during a put", async () => {
    const folder = scratchFolder();
    const blobs = await open(folder);
    async function* body(): AsyncGenerator<Uint8Array, void> {
      yield Buffer.from("one");
      await open(folder);
      yield Buffer.from("two");
    }
    await blobs.put("a", body());
    expect(await textOf(await blobs.get("a"))).toBe("onetwo");
  });

  test("reports a blob that is replaced or deleted between its head and its bytes", async () => {
    const blobs = await open(scratchFolder());
    await blobs.put("a", streamOf("first"));
    const replaced = await blobs.get("a");
    await blobs.put("a", streamOf("other"));
    await expect(textOf(replaced)).rejects.toThrow(/replaced/);
    const deleted = await blobs.get("a");
    await blobs.delete("a");
    await expect(textOf(deleted)).rejects.toThrow(/deleted/);
  });

  test("opens no file for a body that is never read, and closes one that is left in the middle", async () => {
    const blobs = await open(scratchFolder());
    await blobs.put("a", streamOf("x".repeat(500_000)));
    const before = readdirSync("/dev/fd").length;
    for (let round = 0; round < 5; round++) {
      await blobs.get("a");
      const blob = await blobs.get("a");
      for await (const chunk of blob?.body ?? []) if (chunk.byteLength > 0) break;
    }
    await setImmediate();
    expect(readdirSync("/dev/fd").length).toBe(before);
  });

  test("lists and returns only what it has written itself", async () => {
    const folder = scratchFolder();
    const blobs = await open(folder);
    await blobs.put("a", streamOf("x"));
    writeFileSync(join(folder, "notes.txt"), "Left here by hand");
    writeFileSync(join(folder, "b~"), "Named like a blob");
    symlinkSync("/etc/passwd", join(folder, "c~"));
    expect((await blobs.list({ prefix: "" })).names).toEqual(["a", "b"]);
    await expect(blobs.get("b")).rejects.toThrow(StoreUnavailable);
    await expect(blobs.get("c")).rejects.toThrow(StoreUnavailable);
  });

  test("recognizes the error of a full disk", async () => {
    const full = openSync("/dev/full", "w");
    const attempt = onDisk(async () => writeSync(full, "x"));
    await expect(attempt).rejects.toThrow(StoreFull);
    closeSync(full);
  });

  if (mayMount) {
    test("reports a full disk, leaves nothing partial, and continues when there is space", async () => {
      const folder = smallDisk(1024 * 1024);
      const blobs = await open(folder);
      await blobs.put("kept", streamOf("kept"));
      const tooMuch = Array.from({ length: 40 }, () => "x".repeat(64 * 1024));
      await expect(blobs.put("kept", streamOf(...tooMuch))).rejects.toThrow(StoreFull);
      await expect(blobs.put("new", streamOf(...tooMuch))).rejects.toThrow(StoreFull);
      expect(await textOf(await blobs.get("kept"))).toBe("kept");
      expect((await blobs.list({ prefix: "" })).names).toEqual(["kept"]);
      expect(readdirSync(join(folder, "~drafts"))).toEqual([]);
      await blobs.put("new", streamOf(...tooMuch.slice(0, 8)));
      expect((await blobs.head("new"))?.sizeBytes).toBe(8 * 64 * 1024);
    });
  }
});
