import { expect, test } from "vitest";
import { anODataServer } from "./support/an-odata-server.ts";
import { shopWorld } from "./support/shop-world.ts";

test("the root lists the files that the account opens", async () => {
  const server = await anODataServer();
  const { origin } = server;
  for (const path of ["/fmi/odata/v4", "/fmi/odata/v4/", "/fmi/odata/v4/$metadata"]) {
    const answer = await server.ask("GET", path);
    expect(answer.json).toEqual({
      "@context": `${origin}/fmi/odata/v4/$metadata`,
      value: ["Shop", "Other"].map((name) => ({
        name,
        kind: "EntityContainer",
        url: `${origin}/fmi/odata/v4/${name}`,
      })),
    });
  }
  expect((await server.ask("GET", "/fmi/odata/v4", { account: "reader:reader-pass" })).rows).toHaveLength(1);
  expect((await server.ask("GET", "/fmi/odata/v4", { account: "nobody:x" })).rows).toEqual([]);
});

test("the root lists every open file without an account, if the world says so", async () => {
  const server = await anODataServer({ world: shopWorld({ rootList: "everyone" }) });
  for (const account of ["reader:reader-pass", "nobody:x"]) {
    const { rows } = await server.ask("GET", "/fmi/odata/v4", { account });
    expect(rows.map(({ name }) => name)).toEqual(["Shop", "Other"]);
  }
  expect((await server.ask("GET", "/fmi/odata/v4", { account: null })).status).toBe(401);
});

test("a file lists its table occurrences, under the name that the caller used", async () => {
  const server = await anODataServer();
  const answer = await server.ask("GET", "/fmi/odata/v4/shop.FMP12");
  const root = `${server.origin}/fmi/odata/v4/shop.FMP12`;
  expect(answer.json["@context"]).toBe(`${root}/$metadata`);
  expect(answer.rows[0]).toEqual({ name: "Customers", kind: "EntitySet", url: `${root}/Customers` });
  expect(answer.rows.map(({ name }) => name)).toEqual(["Customers", "Orders", "Lines", "Notes", "Broken"]);
});

test("annotations are spelled by the request's OData version, or as the world says", async () => {
  const server = await anODataServer();
  const keys = async (headers: Record<string, string>) =>
    Object.keys((await server.shop("GET", "", { headers })).json).sort();
  expect(await keys({})).toEqual(["@context", "value"]);
  expect(await keys({ "OData-Version": "4.01" })).toEqual(["@context", "value"]);
  expect(await keys({ "OData-Version": "4.0" })).toEqual(["@odata.context", "value"]);
  expect(await keys({ "OData-MaxVersion": "4.0" })).toEqual(["@odata.context", "value"]);
  expect(await keys({ accept: "application/json;odata.metadata=none" })).toEqual(["value"]);
  server.reload(shopWorld({ annotations: "odata" }));
  expect(await keys({})).toEqual(["@odata.context", "value"]);
  server.reload(shopWorld({ annotations: "short" }));
  expect(await keys({ "OData-Version": "4.0" })).toEqual(["@context", "value"]);
});

test("404 for another version and for missing tables", async () => {
  const server = await anODataServer();
  expect((await server.ask("GET", "/fmi/odata/v5/Shop")).status).toBe(404);
  expect(await server.shop("GET", "/Purchase_Orders")).toMatchObject({
    status: 404,
    json: { error: { code: "-1020", message: "Table 'Purchase_Orders' not defined in database" } },
  });
});

test("400 for an invalid URL", async () => {
  const server = await anODataServer();
  expect((await server.shop("GET", "/Customers$top=10")).json).toEqual({
    error: { code: "-1002", message: "Error: syntax error in URL at: '$top'" },
  });
  expect(await server.shop("GET", "/$nothing")).toMatchObject({ status: 400, code: "-1002" });
  expect(await server.shop("GET", "/Customers/%zz")).toMatchObject({ status: 400, code: "-1002" });
});

test("400 and code -1003 for other methods", async () => {
  const server = await anODataServer();
  const answer = await server.shop("POST", "", { body: {} });
  expect(answer).toMatchObject({ status: 400, code: "-1003" });
  expect(answer.text).toContain("only GET, POST, PATCH, and DELETE are supported");
  expect(await server.shop("OPTIONS", "/Customers")).toMatchObject({ status: 400, code: "-1003" });
});
