import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Blob, BlobExists, type Blobs } from "#shared/ports/blobs.ts";
import type { TurnableClock } from "../support/clocks/turnable-clock.ts";

/** New, empty blob store, and the clock that it uses. */
export interface BlobsWorld {
  readonly blobs: Blobs;
  readonly clock: TurnableClock;
  close(): Promise<void> | void;
}

/** Runs the tests that every blob store must pass, regardless of its adapter. */
export function blobsSuite(name: string, open: () => Promise<BlobsWorld>): void {
  describe(`${name}: a store of blobs`, () => {
    let blobs: Blobs;
    let close: BlobsWorld["close"];
    beforeEach(async () => {
      ({ blobs, close } = await open());
    });
    afterEach(() => close());

    for (const parts of [[], [""], ["one"], ["one", "", "two"], ["x".repeat(300_000), "y".repeat(300_000)]]) {
      const content = parts.join("");
      test(`${content.length} bytes in ${parts.length} parts are returned unchanged`, async () => {
        const put = await blobs.put("a/b.bin", streamOf(...parts));
        expect(put.sizeBytes).toBe(content.length);
        const blob = await blobs.get("a/b.bin");
        expect(await textOf(blob)).toBe(content);
        expect(headOf(blob)).toEqual(put);
        expect(await blobs.head("a/b.bin")).toEqual(put);
      });
    }

    test("the content type is kept, and is missing if there was none", async () => {
      await blobs.put("a", streamOf("a"), { contentType: "text/html; charset=utf-8" });
      await blobs.put("b", streamOf("b"));
      expect((await blobs.head("a"))?.contentType).toBe("text/html; charset=utf-8");
      expect((await blobs.get("b"))?.contentType).toBeUndefined();
    });

    test("a blob that was never put is missing", async () => {
      expect(await blobs.get("a")).toBeUndefined();
      expect(await blobs.get("a", { from: 5 })).toBeUndefined();
      expect(await blobs.head("a")).toBeUndefined();
    });

    test("a put replaces bytes, type, and etag atomically", async () => {
      const first = await blobs.put("a", streamOf("first"), { contentType: "text/plain" });
      const second = await blobs.put("a", streamOf("2nd"));
      expect(second.etag).not.toBe(first.etag);
      expect(await textOf(await blobs.get("a"))).toBe("2nd");
      expect(await blobs.head("a")).toEqual(second);
    });

    test("a blob that must be new is put once, and a rejected one leaves the first unchanged", async () => {
      const first = await blobs.put("a", streamOf("first"), { ifAbsent: true });
      await expect(blobs.put("a", streamOf("second"), { ifAbsent: true })).rejects.toThrow(BlobExists);
      expect(await textOf(await blobs.get("a"))).toBe("first");
      expect(await blobs.head("a")).toEqual(first);
      const race = Array.from({ length: 8 }, (_, by) => blobs.put("b", streamOf(String(by)), { ifAbsent: true }));
      const won = (await Promise.allSettled(race)).filter(({ status }) => status === "fulfilled");
      expect(won).toHaveLength(1);
    });

    test("a stream that fails leaves the previous content, or nothing", async () => {
      const before = await blobs.put("old", streamOf("before"));
      const cause = new Error("The stream broke");
      for (const name of ["old", "new"]) {
        await expect(blobs.put(name, breaking("x".repeat(200_000), cause))).rejects.toBe(cause);
      }
      expect(await blobs.head("old")).toEqual(before);
      expect(await textOf(await blobs.get("old"))).toBe("before");
      expect(await blobs.get("new")).toBeUndefined();
      expect((await blobs.list({ prefix: "" })).names).toEqual(["old"]);
    });

    const ranges: readonly (readonly [number, number | undefined, string])[] = [
      [0, undefined, "0123456789"],
      [0, 0, "0"],
      [3, 5, "345"],
      [9, 9, "9"],
      [9, undefined, "9"],
      [4, undefined, "456789"],
      [4, 400, "456789"],
    ];
    for (const [from, to, expected] of ranges) {
      test(`the range from ${from} to ${to ?? "the end"} is returned, with the full size`, async () => {
        await blobs.put("a", streamOf("0123456789"));
        const blob = await blobs.get("a", { from, ...(to === undefined ? {} : { to }) });
        expect(await textOf(blob)).toBe(expected);
        expect(blob?.sizeBytes).toBe(10);
      });
    }

    for (const range of [
      { from: 10 },
      { from: 11, to: 12 },
      { from: -1 },
      { from: 5, to: 4 },
      { from: 0.5 },
      { from: Number.NaN },
    ]) {
      test(`the range ${JSON.stringify(range)} of ten bytes is rejected`, async () => {
        await blobs.put("a", streamOf("0123456789"));
        await expect(blobs.get("a", range)).rejects.toThrow(RangeError);
      });
    }

    test("a deleted blob is gone, and deleting it again isn't an error", async () => {
      await blobs.put("a/b", streamOf("x"));
      await blobs.delete("a/b");
      await blobs.delete("a/b");
      expect(await blobs.get("a/b")).toBeUndefined();
      expect((await blobs.list({ prefix: "" })).names).toEqual([]);
      await blobs.put("a/b", streamOf("y"));
      expect(await textOf(await blobs.get("a/b"))).toBe("y");
    });

    test("a name can be a prefix of another one", async () => {
      const names = ["a", "a/b", "a/b/c", "a.b", "a-b", "a0"];
      for (const name of names) await blobs.put(name, streamOf(name));
      for (const name of names) expect(await textOf(await blobs.get(name))).toBe(name);
      await blobs.delete("a/b");
      expect((await blobs.list({ prefix: "a" })).names).toEqual(["a", "a-b", "a.b", "a/b/c", "a0"]);
    });

    const bad = [
      "",
      ".",
      "..",
      "/a",
      "a/",
      "a//b",
      "a/../b",
      "../a",
      "a/.",
      "a\\b",
      "a b",
      "a~",
      "é",
      "a\u0000b",
      "a%2fb",
      "C:a",
      "x".repeat(1000),
    ];
    for (const name of bad) {
      test(`the name ${JSON.stringify(name.slice(0, 20))} is rejected in every call`, async () => {
        await expect(blobs.put(name, streamOf("x"))).rejects.toThrow(RangeError);
        await expect(blobs.get(name)).rejects.toThrow(RangeError);
        await expect(blobs.head(name)).rejects.toThrow(RangeError);
        await expect(blobs.delete(name)).rejects.toThrow(RangeError);
      });
    }

    test("lists are in code unit order and paginated without loss, for any prefix", async () => {
      const segment = fc.string({
        unit: fc.constantFrom("a", "b", "-", ".", "0", "Z", "_"),
        minLength: 1,
        maxLength: 3,
      });
      const name = fc
        .array(
          segment.filter((text) => !/^\.+$/.test(text)),
          { minLength: 1, maxLength: 3 },
        )
        .map((segments) => segments.join("/"));
      const names = fc.sample(name, { numRuns: 60, seed: 7 });
      for (const one of names) await blobs.put(one, streamOf("x"));
      const all = [...new Set(names)].toSorted();
      for (const prefix of ["", "a", "a/", "b.", "Z/a", "-", "a/b/0", "missing"]) {
        const expected = all.filter((one) => one.startsWith(prefix));
        for (const limit of [1, 7, 1000]) expect(await listed(blobs, prefix, limit)).toEqual(expected);
      }
    });

    test("a full last page has no cursor, and an invalid limit or cursor is rejected", async () => {
      for (const name of ["a", "b"]) await blobs.put(name, streamOf("x"));
      const full = await blobs.list({ prefix: "", limit: 2 });
      expect(full).toEqual({ names: ["a", "b"] });
      for (const limit of [0, 1001, 1.5]) await expect(blobs.list({ prefix: "", limit })).rejects.toThrow(RangeError);
      await expect(blobs.list({ prefix: "", cursor: "Li4vLi4" })).rejects.toThrow(RangeError);
    });
  });
}

export async function* streamOf(...parts: readonly string[]): AsyncGenerator<Uint8Array, void> {
  for (const part of parts) yield Buffer.from(part);
}

async function* breaking(part: string, cause: Error): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(part);
  throw cause;
}

export async function textOf(blob: Blob | undefined): Promise<string | undefined> {
  if (blob === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of blob.body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function headOf(blob: Blob | undefined): unknown {
  if (blob === undefined) return undefined;
  const { body: _body, ...head } = blob;
  return head;
}

async function listed(blobs: Blobs, prefix: string, limit: number): Promise<readonly string[]> {
  const names: string[] = [];
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const page = await blobs.list({ prefix, limit, ...(cursor === undefined ? {} : { cursor }) });
    expect(page.names.length).toBeLessThanOrEqual(limit);
    names.push(...page.names);
    cursor = page.cursor;
  }
  return names;
}
