import { expect, test } from "vitest";
import { anODataServer } from "./support/an-odata-server.ts";

const TABLE = {
  tableName: "Tags",
  fields: [
    { name: "key", type: "varchar(20)", primary: true },
    { name: "count", type: "int", default: 3 },
    { name: "made", type: "timestamp", default: "CURRENT_TIMESTAMP" },
    { name: "times", type: "INT[4]" },
    { name: "picture", type: "binary varying", externalSecurePath: "Shop/" },
  ],
};

test("the file lists its own tables, fields, and indexes, read like other tables", async () => {
  const { shop, root } = await anODataServer();
  const tables = await shop("GET", "/FileMaker_Tables?$filter=BaseTableName eq 'Orders'");
  expect(tables.rows).toMatchObject([
    { "@id": `${root}/FileMaker_Tables(2)`, TableName: "Orders", TableId: 1_065_090, BaseTableName: "Orders" },
  ]);
  expect((await shop("GET", "/FileMaker_Tables(2)")).json).toMatchObject({ TableName: "Orders" });
  const fields = await shop("GET", "/FileMaker_Fields?$filter=TableName eq 'Orders'&$select=FieldName,FieldType");
  expect(fields.rows.map(({ FieldName }) => FieldName)).toEqual(["number", "customer", "placed", "amount"]);
  expect((await shop("GET", "/FileMaker_BaseTableFields?$top=1")).rows).toHaveLength(1);
  expect((await shop("GET", "/FileMaker_Indexes")).rows).toEqual([]);
});

test("a table is created and stores records with its new fields", async () => {
  const { shop } = await anODataServer();
  expect(await shop("POST", "/FileMaker_Tables", { body: TABLE })).toMatchObject({ status: 201, json: TABLE });
  const made = await shop("POST", "/Tags", { body: { key: "a", "times[4]": 7 } });
  expect(made).toMatchObject({ status: 201, json: { key: "a", count: 3, made: expect.stringMatching(/Z$/) } });
  expect(await shop("POST", "/Tags", { body: { key: "A" } })).toMatchObject({ status: 400, code: "504" });
  expect(await shop("POST", "/Tags", { body: { key: "x".repeat(21) } })).toMatchObject({ code: "511" });
  const { json } = await shop("GET", "/$metadata", { headers: { accept: "application/json" } });
  expect(json).toMatchObject({
    Shop: {
      Tags_: {
        $Key: ["key"],
        "@TableID": "FMTID:1065094",
        times: { "@MaxRepetitions": 4 },
        picture: { "@ExternalSecurePath": "Shop/" },
      },
    },
  });
});

test("fields are added and deleted; their numbers aren't reused", async () => {
  const { shop } = await anODataServer();
  const add = (name: string) =>
    shop("PATCH", "/FileMaker_Tables/Orders", { body: { fields: [{ name, type: "numeric" }] } });
  const id = async (name: string) => {
    const { rows } = await shop("GET", `/FileMaker_Fields?$filter=TableName eq 'Orders' and FieldName eq '${name}'`);
    return Math.floor(Number(rows[0]?.FieldId) / 2 ** 32);
  };
  expect(await add("one")).toMatchObject({ status: 200, json: { tableName: "Orders" } });
  expect(await id("one")).toBe(5);
  await shop("PATCH", "/Orders(101)", { body: { one: 1 } });
  expect((await shop("DELETE", "/FileMaker_Tables/Orders/amount")).status).toBe(204);
  expect((await shop("GET", "/Orders(101)?$select=amount")).code).toBe("8309");
  await add("two");
  expect(await id("two")).toBe(6);
  expect((await shop("GET", "/Orders(101)")).json).toMatchObject({ one: 1, two: null });
});

test("a deleted table is gone, with the relationships to it", async () => {
  const { shop } = await anODataServer();
  expect((await shop("DELETE", "/FileMaker_Tables/Orders")).status).toBe(204);
  expect(await shop("GET", "/Orders")).toMatchObject({ status: 404, code: "-1020" });
  expect((await shop("GET", "/Customers('C-1')/Orders")).code).toBe("8309");
});

test("indexes are created and deleted", async () => {
  const { shop } = await anODataServer();
  expect((await shop("POST", "/FileMaker_Indexes/Orders", { body: { indexName: "amount" } })).status).toBe(201);
  expect((await shop("GET", "/FileMaker_Indexes")).rows).toMatchObject([{ TableName: "Orders", IndexName: "amount" }]);
  expect((await shop("DELETE", "/FileMaker_Indexes/Orders/amount")).status).toBe(204);
  expect((await shop("GET", "/FileMaker_Indexes")).rows).toEqual([]);
});

test("only the slash form names a table, and a name is required", async () => {
  const { shop } = await anODataServer();
  expect(await shop("DELETE", "/FileMaker_Tables('Orders')")).toMatchObject({ status: 400, code: "-1010" });
  expect(await shop("POST", "/FileMaker_Indexes", { body: { indexName: "x" } })).toMatchObject({ code: "-1003" });
  expect(await shop("DELETE", "/FileMaker_Tables/Nope")).toMatchObject({ status: 404, code: "-1020" });
  expect(await shop("DELETE", "/FileMaker_Tables/Orders/nope")).toMatchObject({ status: 400, code: "8309" });
  expect(await shop("POST", "/FileMaker_Tables", { body: { ...TABLE, tableName: "Orders" } })).toMatchObject({
    status: 400,
    code: "8309",
  });
  const odd = { tableName: "Odd", fields: [{ name: "x", type: "colour" }] };
  expect(await shop("POST", "/FileMaker_Tables", { body: odd })).toMatchObject({ status: 400, code: "-1002" });
});

test("only full access changes the schema, and no one while it is locked", async () => {
  const server = await anODataServer();
  const account = "reader:reader-pass";
  expect(await server.shop("DELETE", "/FileMaker_Tables/Notes", { account })).toMatchObject({ status: 403, code: "9" });
  server.faults.set({ kind: "lockedSchema", times: 1 });
  expect(await server.shop("DELETE", "/FileMaker_Tables/Notes")).toMatchObject({ status: 400, code: "303" });
  expect((await server.shop("DELETE", "/FileMaker_Tables/Notes")).status).toBe(204);
});
