import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { anODataServer, basic } from "./support/an-odata-server.ts";
import { generatedService } from "./support/generated-service.ts";

// Its types describe the CommonJS side of the package.
const { default: buildQuery } = createRequire(import.meta.url)("odata-query") as { default: (query: object) => string };

test.each([
  [{ filter: { name: "Ann" } }, ["Ann"]],
  [{ filter: { name: { contains: "O'Hara" } } }, ["Cleo O'Hara, jr"]],
  [{ filter: { credit: { ge: 5, lt: 100 } }, orderBy: "credit desc" }, ["Ann", "Cleo O'Hara, jr"]],
  [{ filter: { or: [{ name: "dan" }, { credit: { gt: 100 } }] }, orderBy: ["name"] }, ["Bob", "dan"]],
  [{ filter: { not: { name: { startswith: "A" } } }, top: 2, skip: 1 }, ["Cleo O'Hara, jr", "dan"]],
  [{ filter: { name: { in: ["Ann", "Bob"] } } }, ["Ann", "Bob"]],
  [{ filter: { "length(name)": { gt: 3 } } }, ["Cleo O'Hara, jr"]],
  [{ filter: { born: { lt: { type: "raw", value: "1985-01-01" } } } }, ["Ann"]],
  [{ filter: { credit: null } }, ["dan"]],
])("odata-query's %j is accepted", async (query, expected) => {
  const { shop } = await anODataServer();
  const answer = await shop("GET", `/Customers${buildQuery({ ...query, select: ["name"] })}`);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.rows.map(({ name }) => name)).toEqual(expected);
});

test("odata-query's nested expansions are accepted", async () => {
  const { shop } = await anODataServer();
  const expand = { Orders: { select: ["amount"], filter: { amount: { gt: 25 } }, expand: "Lines", orderBy: "amount" } };
  const answer = await shop("GET", `/Customers${buildQuery({ expand, top: 1, count: true })}`);
  expect(answer.json["@count"]).toBe(4);
  expect(answer.rows[0]?.Orders).toMatchObject([{ amount: 30, Lines: [{ text: "second" }] }]);
});

test("a client that odata2ts generated from the metadata reads and writes, with keys of every kind", async () => {
  const server = await anODataServer();
  const service = await generatedService({ base: server.root, ...basic("full:full-pass") });

  const made = await service("Customers").create({ name: "Olga", credit: 7 });
  const key = made.data.key;
  await service("Customers", key).patch({ credit: 8, born: "1970-01-01" });
  const found = await service("Customers").query((builder, fields) =>
    builder.select("name", "credit", "born").filter(fields.name?.eq("Olga"), fields.credit?.gt(7)).count(),
  );
  expect(found.data["@odata.count"]).toBe(1);
  expect(found.data.value).toMatchObject([{ name: "Olga", credit: 8, born: "1970-01-01" }]);
  await service("Customers", key).delete();
  await expect(service("Customers", key).query()).rejects.toThrow(/HTTP 404 .*-1023/);

  expect((await service("Orders", 102).query()).data).toMatchObject({ amount: 30 });
  expect((await service("Lines", { order: 102, place: "b" }).query()).data).toMatchObject({ text: "second" });
  const expanded = await service("Customers").query((builder, fields) =>
    builder.expand("Orders").orderBy(fields.name?.asc()).top(1),
  );
  expect(expanded.data.value).toMatchObject([{ name: "Ann", Orders: [{ number: 101 }, { number: 102 }] }]);
});
