import { expect, test } from "vitest";
import type { TableWorld } from "./table-world.ts";

export function tableLimits(world: () => TableWorld): void {
  const keys = {
    "an empty partition": { pk: "", sk: "x" },
    "an empty sort key": { pk: "p", sk: "" },
    "a partition above 2048 bytes": { pk: "é".repeat(1025), sk: "x" },
    "a sort key above 1024 bytes": { pk: "p", sk: "é".repeat(513) },
    "half a surrogate pair": { pk: "p", sk: "a\ud83d" },
  };
  for (const [what, key] of Object.entries(keys)) {
    test(`${what} is rejected in every call`, async () => {
      const { table } = world();
      await expect(table.get(key)).rejects.toThrow();
      await expect(table.put({ ...key, fields: {} })).rejects.toThrow();
      await expect(table.put({ pk: "p", sk: "x", fields: {}, index: key })).rejects.toThrow();
      await expect(table.update(key, {})).rejects.toThrow();
      await expect(table.delete(key)).rejects.toThrow();
      await expect(table.transact([{ delete: key }])).rejects.toThrow();
      expect((await table.query({ pk: "p" })).items).toEqual([]);
    });
  }

  test("the longest keys are accepted", async () => {
    const key = { pk: "p".repeat(2048), sk: "s".repeat(1024) };
    await world().table.put({ ...key, fields: {}, index: key });
    expect((await world().table.query({ pk: key.pk, prefix: key.sk, index: true })).items).toHaveLength(1);
  });

  test("an item of 400 KB is rejected and one of 350 KB is accepted", async () => {
    const { table } = world();
    await expect(table.put({ pk: "p", sk: "x", fields: { text: "x".repeat(400 * 1024) } })).rejects.toThrow(RangeError);
    expect(await table.get({ pk: "p", sk: "x" })).toBeUndefined();
    const text = "x".repeat(350 * 1024);
    await table.put({ pk: "p", sk: "x", fields: { text } });
    expect((await table.get({ pk: "p", sk: "x" }))?.fields.text).toBe(text);
  });

  for (const number of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    test(`${number} is rejected as a value, at any depth`, async () => {
      const { table } = world();
      await expect(table.put({ pk: "p", sk: "x", fields: { a: [{ b: number }] } })).rejects.toThrow(TypeError);
      await expect(table.update({ pk: "p", sk: "x" }, { add: { a: number } })).rejects.toThrow(TypeError);
      expect(await table.get({ pk: "p", sk: "x" })).toBeUndefined();
    });
  }

  test("an expiry that isn't a whole number of seconds is rejected", async () => {
    const { table } = world();
    await expect(table.put({ pk: "p", sk: "x", fields: {}, expiresAt: 1.5 })).rejects.toThrow(TypeError);
    await expect(table.update({ pk: "p", sk: "x" }, { expiresAt: Number.NaN })).rejects.toThrow(TypeError);
  });

  test("a field that is both set and added to is rejected", async () => {
    const both = world().table.update({ pk: "p", sk: "x" }, { set: { a: 1 }, add: { a: 1 } });
    await expect(both).rejects.toThrow(TypeError);
  });

  test("a page size of 0, 1001, or one and a half is rejected", async () => {
    for (const limit of [0, -1, 1001, 1.5, Number.NaN]) {
      await expect(world().table.query({ pk: "p", limit })).rejects.toThrow(RangeError);
    }
  });
}
