import { expect, test } from "vitest";
import { ConditionFailed, type Table, type Write } from "#shared/ports/table.ts";
import type { TableWorld } from "./table-world.ts";

export function tableTransactions(world: () => TableWorld): void {
  const at = (sk: string) => ({ pk: "p", sk });

  async function whatIsThere(table: Table): Promise<unknown> {
    return (await table.query({ pk: "p" })).items.map(({ sk, fields, version }) => [sk, fields, version]);
  }

  test("all writes of a transaction happen", async () => {
    const { table } = world();
    await table.put({ ...at("gone"), fields: {} });
    await table.put({ ...at("counted"), fields: { hits: 1 } });
    await table.put({ ...at("checked"), fields: {} });
    await table.transact([
      { put: { ...at("made"), fields: { a: 1 } }, condition: "absent" },
      { update: at("counted"), change: { add: { hits: 2 } }, condition: "present" },
      { update: at("begun"), change: { add: { hits: 2 } } },
      { delete: at("gone"), condition: { version: 1 } },
      { delete: at("never") },
      { check: at("checked"), condition: "present" },
    ]);
    expect(await whatIsThere(table)).toEqual([
      ["begun", { hits: 2 }, 1],
      ["checked", {}, 1],
      ["counted", { hits: 3 }, 2],
      ["made", { a: 1 }, 1],
    ]);
  });

  const refusing: readonly (readonly [string, Write])[] = [
    ["put", { put: { pk: "p", sk: "there", fields: {} }, condition: "absent" }],
    ["update", { update: { pk: "p", sk: "missing" }, change: { set: { a: 1 } }, condition: "present" }],
    ["delete", { delete: { pk: "p", sk: "there" }, condition: { version: 2 } }],
    ["check", { check: { pk: "p", sk: "there" }, condition: "absent" }],
  ];
  for (const [action, write] of refusing) {
    test(`if a ${action} fails, nothing happens, and the error says which write it was`, async () => {
      const { table } = world();
      await table.put({ ...at("there"), fields: {} });
      const before = await whatIsThere(table);
      const refusal = table.transact([
        { put: { ...at("a"), fields: {} } },
        { delete: at("b") },
        write,
        { delete: at("c") },
      ]);
      await expect(refusal).rejects.toThrow(ConditionFailed);
      await expect(refusal).rejects.toMatchObject({ write: 2 });
      expect(await whatIsThere(table)).toEqual(before);
    });
  }

  for (const [action, write] of refusing) {
    test(`if a ${action} fails in writes that are made in order, none after it happens, and the error says which it was`, async () => {
      const { table } = world();
      await table.put({ ...at("there"), fields: {} });
      const writes = [{ put: { ...at("first"), fields: {} } }, write, { put: { ...at("last"), fields: {} } }];
      const refused = table.transact(writes, { inOrder: true });
      await expect(refused).rejects.toMatchObject({ name: "ConditionFailed", write: 1 });
      const names = (await table.query({ pk: "p" })).items.map(({ sk }) => sk);
      expect(names.filter((name) => name !== "first")).toEqual(["there"]);
    });
  }

  test("writes that are made in order all happen", async () => {
    const { table } = world();
    await table.put({ ...at("gone"), fields: {} });
    await table.put({ ...at("old"), fields: {} });
    await table.transact(
      [
        { put: { ...at("made"), fields: { a: 1 } }, condition: "absent" },
        { update: at("begun"), change: { add: { hits: 2 } } },
        { delete: at("gone") },
        { delete: at("old"), condition: { version: 1 } },
      ],
      { inOrder: true },
    );
    expect(await whatIsThere(table)).toEqual([
      ["begun", { hits: 2 }, 1],
      ["made", { a: 1 }, 1],
    ]);
  });

  test("two concurrent transactions on the same items don't mix", async () => {
    const { table } = world();
    await Promise.all(
      Array.from({ length: 20 }, () =>
        table.transact([
          { update: at("one"), change: { add: { n: 1 } } },
          { update: at("other"), change: { add: { n: 1 } } },
        ]),
      ),
    );
    expect(await whatIsThere(table)).toEqual([
      ["one", { n: 20 }, 20],
      ["other", { n: 20 }, 20],
    ]);
  });

  test("a transaction accepts at most 100 writes, and at least one", async () => {
    const { table } = world();
    const writes = Array.from({ length: 101 }, (_, index) => ({ put: { pk: "p", sk: `${index}`, fields: {} } }));
    await expect(table.transact(writes)).rejects.toThrow(RangeError);
    await expect(table.transact([])).rejects.toThrow(RangeError);
    expect(await whatIsThere(table)).toEqual([]);
    await table.transact(writes.slice(1));
    expect((await table.query({ pk: "p" })).items).toHaveLength(100);
  });

  test("two writes to one item in a transaction are rejected", async () => {
    const { table } = world();
    const twice = table.transact([{ put: { ...at("a"), fields: {} } }, { delete: at("a") }]);
    await expect(twice).rejects.toThrow(TypeError);
    expect(await table.get(at("a"))).toBeUndefined();
  });
}
