import { expect, test } from "vitest";
import { allItems } from "#shared/ports/all-items.ts";
import { CursorRefused } from "#shared/ports/table.ts";
import { everything, type TableWorld } from "./table-world.ts";

export function tableQueries(world: () => TableWorld): void {
  async function fill(pk: string, sks: readonly string[]): Promise<void> {
    for (const sk of sks) await world().table.put({ pk, sk, fields: {} });
  }

  test("a query of an empty partition returns an empty last page", async () => {
    expect(await world().table.query({ pk: "nobody" })).toEqual({ items: [] });
  });

  test("a query returns its partition's items in the order of their UTF-8 bytes, or reversed", async () => {
    const sks = ["", "A", "B", "a", "a\u0000", "a ", "a#", "a0", "aa", "z", "é", "ﬀ", "👋"].slice(1);
    await fill("p", [...sks].reverse());
    await fill("other", ["a"]);
    const ordered = sks.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
    expect((await everything(world().table, { pk: "p" })).map(({ sk }) => sk)).toEqual(ordered);
    expect((await everything(world().table, { pk: "p", reverse: true })).map(({ sk }) => sk)).toEqual(
      ordered.toReversed(),
    );
  });

  const prefixes = ["a", "a#", "a%", "a_", "é", "\ud7ff", "\u{10ffff}", "a\u{10ffff}", "\uffff", "👋", "'", "*"];
  for (const prefix of prefixes) {
    test(`only items with the prefix ${JSON.stringify(prefix)} are returned`, async () => {
      const within = [prefix, `${prefix}\u0000`, `${prefix}x`, `${prefix}\u{10ffff}\u{10ffff}`];
      const outside = ["0", "A", "b", "ê", "\ue000", "ax", "x", "~", "(", "+"].filter((sk) => !sk.startsWith(prefix));
      await fill("p", [...outside, ...within]);
      const expected = within.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
      for (const limit of [1, 3, 1000]) {
        const answer = await everything(world().table, { pk: "p", prefix, limit });
        expect(answer.map(({ sk }) => sk)).toEqual(expected);
        const reversed = await everything(world().table, { pk: "p", prefix, limit, reverse: true });
        expect(reversed.map(({ sk }) => sk)).toEqual(expected.toReversed());
      }
    });
  }

  test("the last page has no cursor, even if it is full", async () => {
    await fill("p", ["1", "2", "3", "4"]);
    const first = await world().table.query({ pk: "p", limit: 3 });
    expect(first.items).toHaveLength(3);
    const { cursor = "" } = first;
    expect(cursor).not.toBe("");
    expect(await world().table.query({ pk: "p", limit: 3, cursor })).toMatchObject({ items: [{ sk: "4" }] });
    expect((await everything(world().table, { pk: "p", limit: 4 })).map(({ sk }) => sk)).toEqual(["1", "2", "3", "4"]);
  });

  test("a page continues after the previous one, regardless of puts and deletes between them", async () => {
    const { table } = world();
    await fill("p", ["b", "d", "f", "h"]);
    const { cursor = "" } = await table.query({ pk: "p", limit: 2 });
    await fill("p", ["a", "c", "e"]);
    await table.delete({ pk: "p", sk: "d" });
    expect((await table.query({ pk: "p", cursor })).items.map(({ sk }) => sk)).toEqual(["e", "f", "h"]);
  });

  test("large items make short pages, and none is omitted", async () => {
    const sks = Array.from({ length: 12 }, (_, place) => String(place).padStart(2, "0"));
    for (const sk of sks) await world().table.put({ pk: "p", sk, fields: { text: "x".repeat(200_000) } });
    const first = await world().table.query({ pk: "p" });
    expect(first.items.length).toBeLessThan(sks.length);
    expect((await everything(world().table, { pk: "p" })).map(({ sk }) => sk)).toEqual(sks);
  });

  test("all items of a query are returned in order, for any page size", async () => {
    await fill("p", ["a1", "a2", "a3", "a4", "a5", "b"]);
    const items = await Array.fromAsync(allItems(world().table, { pk: "p", prefix: "a", limit: 2, reverse: true }));
    expect(items.map(({ sk }) => sk)).toEqual(["a5", "a4", "a3", "a2", "a1"]);
    expect(await Array.fromAsync(allItems(world().table, { pk: "empty" }))).toEqual([]);
  });

  test("an invalid cursor, or one of another prefix, is rejected", async () => {
    const { table } = world();
    await fill("p", ["a1", "a2", "b1"]);
    const { cursor = "" } = await table.query({ pk: "p", limit: 1 });
    await expect(table.query({ pk: "p", cursor: "?" })).rejects.toThrow(CursorRefused);
    await expect(table.query({ pk: "p", cursor: "bnVsbA" })).rejects.toThrow(CursorRefused);
    await expect(table.query({ pk: "p", prefix: "b", cursor })).rejects.toThrow(CursorRefused);
    await expect(table.query({ pk: "p", index: true, cursor })).rejects.toThrow(CursorRefused);
  });

  test("the index returns the items that are in it, complete and in its order", async () => {
    const { table } = world();
    for (const [sk, place] of Object.entries({ x: "3", y: "1", z: "2" })) {
      await table.put({ pk: "p", sk, fields: { sk }, index: { pk: "by", sk: place } });
    }
    await table.put({ pk: "p", sk: "w", fields: {}, index: { pk: "other", sk: "1" } });
    await table.put({ pk: "by", sk: "1", fields: {} });
    const answer = await table.query({ pk: "by", index: true });
    expect(answer.items.map(({ sk }) => sk)).toEqual(["y", "z", "x"]);
    expect(answer.items[0]).toEqual({
      pk: "p",
      sk: "y",
      fields: { sk: "y" },
      index: { pk: "by", sk: "1" },
      version: 1,
    });
    expect((await table.query({ pk: "by", index: true, prefix: "2" })).items.map(({ sk }) => sk)).toEqual(["z"]);
  });

  test("a put moves an item in the index, and a delete removes it", async () => {
    const { table } = world();
    await table.put({ pk: "p", sk: "x", fields: {}, index: { pk: "by", sk: "1" } });
    await table.put({ pk: "p", sk: "x", fields: {}, index: { pk: "now", sk: "1" } });
    expect((await table.query({ pk: "by", index: true })).items).toEqual([]);
    expect((await table.query({ pk: "now", index: true })).items).toHaveLength(1);
    await table.delete({ pk: "p", sk: "x" });
    expect((await table.query({ pk: "now", index: true })).items).toEqual([]);
  });

  test("items with the same index key are all returned, once, for any page size", async () => {
    const { table } = world();
    const all = ["p", "q"].flatMap((pk) => ["1", "2", "3"].map((sk) => ({ pk, sk })));
    for (const item of all) await table.put({ ...item, fields: {}, index: { pk: "by", sk: "same" } });
    for (const reverse of [false, true]) {
      for (const limit of [1, 2, 4, 6]) {
        const answer = await everything(table, { pk: "by", index: true, prefix: "sa", reverse, limit });
        expect(answer.map(({ pk, sk }) => `${pk}${sk}`).toSorted()).toEqual(all.map(({ pk, sk }) => `${pk}${sk}`));
      }
    }
  });
}
