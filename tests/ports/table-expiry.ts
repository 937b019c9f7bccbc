import { expect, test } from "vitest";
import { ConditionFailed } from "#shared/ports/table.ts";
import { everything, seconds, type TableWorld } from "./table-world.ts";

const key = { pk: "p", sk: "x" };

export function tableExpiry(world: () => TableWorld): void {
  async function putExpiring(): Promise<void> {
    const expiresAt = seconds(world(), 60);
    await world().table.put({ ...key, fields: { hits: 7 }, index: { pk: "by", sk: "1" }, expiresAt });
  }

  async function expired(): Promise<void> {
    await putExpiring();
    await world().clock.turn(60_000);
  }

  test("an item exists until the second it expires in, and then is never returned", async () => {
    const { table, clock } = world();
    await putExpiring();
    await clock.turn(59_999);
    expect((await table.get(key))?.expiresAt).toBe(seconds(world(), 1));
    await clock.turn(1);
    expect(await table.get(key)).toBeUndefined();
    expect((await table.query({ pk: "p" })).items).toEqual([]);
    expect((await table.query({ pk: "by", index: true })).items).toEqual([]);
  });

  test("an item put with an expiry in the past is never returned", async () => {
    const { table } = world();
    await table.put({ ...key, fields: {}, expiresAt: seconds(world(), 0) });
    expect(await table.get(key)).toBeUndefined();
  });

  test("expired items between the others don't end a query", async () => {
    const { table } = world();
    await expired();
    for (const sk of ["a", "y", "z"]) await table.put({ pk: "p", sk, fields: {} });
    for (const limit of [1, 2, 3]) {
      expect((await everything(table, { pk: "p", limit })).map(({ sk }) => sk)).toEqual(["a", "y", "z"]);
    }
  });

  test("for every condition, an expired item is missing", async () => {
    const { table } = world();
    await expired();
    await expect(table.put({ ...key, fields: {} }, "present")).rejects.toThrow(ConditionFailed);
    await expect(table.update(key, {}, { version: 1 })).rejects.toThrow(ConditionFailed);
    await expect(table.delete(key, "present")).rejects.toThrow(ConditionFailed);
    await expect(table.transact([{ check: key, condition: "present" }])).rejects.toThrow(ConditionFailed);
    await table.transact([{ check: key, condition: "absent" }]);
    expect(await table.put({ ...key, fields: { new: true } }, "absent")).toMatchObject({ fields: { new: true } });
  });

  test("an update of an expired item starts without any of it", async () => {
    const { table } = world();
    await expired();
    const stored = await table.update(key, { add: { hits: 1 } });
    expect(stored.fields).toEqual({ hits: 1 });
    expect(stored.expiresAt).toBeUndefined();
    expect(stored.index).toBeUndefined();
    expect(await table.get(key)).toEqual(stored);
  });

  test("an update changes the expiry, and a put without one removes it", async () => {
    const { table, clock } = world();
    await putExpiring();
    await table.update(key, { expiresAt: seconds(world(), 120) });
    await clock.turn(60_000);
    expect(await table.get(key)).toBeDefined();
    await table.put({ ...key, fields: {} });
    await clock.turn(1_000_000_000);
    expect(await table.get(key)).toBeDefined();
  });
}
