import { expect, test } from "vitest";
import { type Condition, ConditionFailed, type Item, type Key, type Table } from "#shared/ports/table.ts";
import { seconds, type TableWorld } from "./table-world.ts";

const key: Key = { pk: "thing", sk: "1" };

export function tableItems(world: () => TableWorld): void {
  test("an item that was never put is missing", async () => {
    expect(await world().table.get(key)).toBeUndefined();
  });

  test("values of every kind are returned unchanged", async () => {
    const fields = {
      text: "Grüße 👋 \u0000 '\"\\",
      empty: "",
      whole: Number.MAX_SAFE_INTEGER,
      negative: -5,
      fraction: 0.1,
      yes: true,
      no: false,
      nothing: null,
      list: [1, "two", [null], {}],
      map: { deep: { deeper: ["x"] }, "a.b": 1, "": "unnamed", constructor: "c" },
    };
    const stored = await world().table.put({ ...key, fields });
    expect(stored).toEqual({ ...key, fields, version: 1 });
    expect(await world().table.get(key)).toEqual(stored);
  });

  test("an undefined field isn't stored", async () => {
    const stored = await world().table.put({ ...key, fields: { kept: 1, left: undefined } });
    expect(Object.keys(stored.fields)).toEqual(["kept"]);
    expect(Object.keys((await world().table.get(key))?.fields ?? {})).toEqual(["kept"]);
  });

  test("a stored item can't be changed through the object that was passed", async () => {
    const list = ["a"];
    const stored = await world().table.put({ ...key, fields: { list } });
    list.push("b");
    expect(stored.fields).toEqual({ list: ["a"] });
    expect(await world().table.get(key)).toEqual(stored);
  });

  test("a put replaces the whole item and increments its version", async () => {
    const { table } = world();
    await table.put({ ...key, fields: { a: 1 }, index: { pk: "by", sk: "a" }, expiresAt: seconds(world(), 60) });
    const stored = await table.put({ ...key, fields: { b: 2 } });
    expect(stored).toEqual({ ...key, fields: { b: 2 }, version: 2 });
    expect(await table.get(key)).toEqual(stored);
    expect((await table.query({ pk: "by", index: true })).items).toEqual([]);
  });

  test("an item that was deleted and put again starts at version 1", async () => {
    const { table } = world();
    await table.put({ ...key, fields: {} });
    await table.put({ ...key, fields: {} });
    await table.delete(key);
    expect(await table.get(key)).toBeUndefined();
    expect((await table.put({ ...key, fields: {} })).version).toBe(1);
  });

  const there: readonly [Condition, boolean][] = [
    ["absent", false],
    ["present", true],
    [{ version: 2 }, true],
    [{ version: 1 }, false],
    [{ version: 3 }, false],
  ];
  const missing: readonly [Condition, boolean][] = [
    ["absent", true],
    ["present", false],
    [{ version: 1 }, false],
  ];
  const writes = {
    put: (table: Table, condition: Condition) => table.put({ ...key, fields: { by: "put" } }, condition),
    update: (table: Table, condition: Condition) => table.update(key, { set: { by: "update" } }, condition),
    delete: (table: Table, condition: Condition) => table.delete(key, condition),
  };

  for (const [action, write] of Object.entries(writes)) {
    for (const [condition, holds] of there) {
      test(`a ${action} on an item of version 2 ${verdict(holds)} on condition ${JSON.stringify(condition)}`, async () => {
        const { table } = world();
        await table.put({ ...key, fields: {} });
        const before = await table.put({ ...key, fields: { by: "nobody" } });
        await expectOutcome(table, action, write(table, condition), holds, before);
      });
    }
    for (const [condition, holds] of missing) {
      test(`a ${action} on a missing item ${verdict(holds)} on condition ${JSON.stringify(condition)}`, async () => {
        const { table } = world();
        await expectOutcome(table, action, write(table, condition), holds, undefined);
      });
    }
  }

  test("an update changes the named fields and keeps the rest, the index, and the expiry", async () => {
    const { table } = world();
    const index = { pk: "by", sk: "a" };
    const expiresAt = seconds(world(), 60);
    await table.put({ ...key, fields: { a: 1, b: { x: 1 }, c: "c" }, index, expiresAt });
    const stored = await table.update(key, { set: { b: { y: 2 }, d: null } });
    expect(stored).toEqual({ ...key, fields: { a: 1, b: { y: 2 }, c: "c", d: null }, index, expiresAt, version: 2 });
    expect(await table.get(key)).toEqual(stored);
    expect((await table.query({ pk: "by", index: true })).items).toEqual([stored]);
  });

  test("an update that sets a field to undefined removes it", async () => {
    const { table } = world();
    await table.put({ ...key, fields: { a: 1, b: 2 } });
    const stored = await table.update(key, { set: { a: undefined } });
    expect(Object.keys(stored.fields)).toEqual(["b"]);
    expect(Object.keys((await table.get(key))?.fields ?? {})).toEqual(["b"]);
  });

  test("an update creates a missing item, and counts from 0", async () => {
    const stored = await world().table.update(key, {
      set: { name: "n" },
      add: { hits: 2 },
      expiresAt: seconds(world(), 5),
    });
    expect(stored).toEqual({ ...key, fields: { name: "n", hits: 2 }, expiresAt: seconds(world(), 5), version: 1 });
    expect(await world().table.get(key)).toEqual(stored);
  });

  test("an update adds to numbers, also below zero", async () => {
    const { table } = world();
    await table.update(key, { add: { a: 5, b: 1 } });
    expect((await table.update(key, { add: { a: -7 } })).fields).toEqual({ a: -2, b: 1 });
  });

  test("an update that adds to a text is rejected and changes nothing", async () => {
    const { table } = world();
    const before = await table.put({ ...key, fields: { a: "1", b: 1 } });
    await expect(table.update(key, { add: { a: 1, b: 1 } })).rejects.toThrow(TypeError);
    expect(await table.get(key)).toEqual(before);
  });

  test("deleting a missing item isn't an error", async () => {
    await expect(world().table.delete(key)).resolves.toBeUndefined();
  });

  test("items with other keys stay unchanged", async () => {
    const { table } = world();
    const near = [
      { pk: "thing", sk: "10" },
      { pk: "thing", sk: "0" },
      { pk: "thing ", sk: "1" },
      { pk: "Thing", sk: "1" },
    ];
    for (const other of near) await table.put({ ...other, fields: {} });
    await table.put({ ...key, fields: {} });
    await table.delete(key);
    expect(await Promise.all(near.map((other) => table.get(other)))).toEqual(
      near.map((other) => ({ ...other, fields: {}, version: 1 })),
    );
  });

  test("of many concurrent counts, none is lost", async () => {
    const { table } = world();
    const answers = await Promise.all(Array.from({ length: 50 }, () => table.update(key, { add: { hits: 1 } })));
    expect(new Set(answers.map((item) => item.fields.hits))).toEqual(
      new Set(Array.from({ length: 50 }, (_, n) => n + 1)),
    );
    expect(await table.get(key)).toMatchObject({ fields: { hits: 50 }, version: 50 });
  });

  test("of many concurrent creations of one item, exactly one succeeds", async () => {
    const { table } = world();
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, (_, by) => table.put({ ...key, fields: { by } }, "absent")),
    );
    const won = attempts.flatMap((attempt) => (attempt.status === "fulfilled" ? [attempt.value] : []));
    expect(won).toHaveLength(1);
    expect(await table.get(key)).toEqual(won[0]);
  });

  test("of many concurrent changes of one version, exactly one succeeds", async () => {
    const { table } = world();
    const { version } = await table.put({ ...key, fields: {} });
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, (_, by) => table.update(key, { set: { by } }, { version })),
    );
    expect(attempts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await table.get(key))?.version).toBe(2);
  });
}

function verdict(holds: boolean): string {
  return holds ? "happens" : "does not happen";
}

async function expectOutcome(
  table: Table,
  action: string,
  attempt: Promise<unknown>,
  holds: boolean,
  before: Item | undefined,
): Promise<void> {
  if (holds) {
    await attempt;
    const after =
      action === "delete" ? undefined : { ...key, fields: { by: action }, version: (before?.version ?? 0) + 1 };
    expect(await table.get(key)).toEqual(after);
    return;
  }
  const refusal = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(ConditionFailed);
  expect(refusal).toMatchObject({ write: 0 });
  expect(await table.get(key)).toEqual(before);
}
