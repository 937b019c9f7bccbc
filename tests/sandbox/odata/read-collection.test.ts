import { expect, test } from "vitest";
import { anODataServer } from "./support/an-odata-server.ts";
import { shopWorld } from "./support/shop-world.ts";

const server = async (odata: Parameters<typeof shopWorld>[0] = {}) => anODataServer({ world: shopWorld(odata) });

test("rows have a URL each and all fields except containers and summaries; empty is null", async () => {
  const { shop, root } = await server();
  const answer = await shop("GET", "/Customers");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json;charset=utf-8");
  expect(Object.keys(answer.json)).toEqual(["@context", "value"]);
  expect(answer.json["@context"]).toBe(`${root}/$metadata#Customers`);
  expect(answer.rows).toHaveLength(4);
  expect(answer.rows[0]).toEqual({
    "@id": `${root}/Customers('C-1')`,
    "@editLink": `${root}/Customers('C-1')`,
    key: "C-1",
    name: "Ann",
    id: 1,
    "First Name": "Annabel",
    born: "1980-02-28",
    wakes: "06:30:00",
    seen: "2026-03-01T12:00:00Z",
    credit: 10.5,
    nick: "Annie",
    made: null,
    label: "Ann/Annabel",
    gNote: "global",
  });
  expect(answer.rows[2]?.["@id"]).toBe(`${root}/Customers('C''3%2Fx')`);
});

test("$select selects columns, also containers, summaries, repetitions, and record figures", async () => {
  const { shop, root } = await server();
  const answer = await shop("GET", '/Customers?$select=name,"First Name",nick[2],photo,total,ROWID,ROWMODID&$top=1');
  expect(answer.json["@context"]).toBe(
    `${root}/$metadata#Customers("name","First Name","nick[2]","photo","total","ROWID","ROWMODID")`,
  );
  const { "@id": _, "@editLink": __, ...row } = answer.rows[0] ?? {};
  expect(row).toEqual({
    name: "Ann",
    "First Name": "Annabel",
    "nick[2]": "Nan",
    photo: "iVBORw0KGgo=",
    total: 215.5,
    ROWID: 1,
    ROWMODID: 3,
  });
});

test("$orderby, $skip, and $top limit the rows; $count counts all that the filter matches", async () => {
  const { shop } = await server();
  const names = async (query: string) =>
    (await shop("GET", `/Customers?$select=name&${query}`)).rows.map((r) => r.name);
  expect(await names("$orderby=name")).toEqual(["Ann", "Bob", "Cleo O'Hara, jr", "dan"]);
  expect(await names("$orderby=name desc&$top=2")).toEqual(["dan", "Cleo O'Hara, jr"]);
  expect(await names("$orderby=born,name&$skip=1&$top=2")).toEqual(["Ann", "Bob"]);
  const counted = await shop("GET", "/Customers?$count=true&$top=1&$filter=credit gt 5");
  expect(counted.json["@count"]).toBe(2);
  expect(counted.rows).toHaveLength(1);
  expect((await shop("GET", "/Customers?$top=0&$count=true")).json).toMatchObject({ "@count": 4, value: [] });
});

test("the world can return counts as text", async () => {
  const { shop } = await server({ countAsText: true });
  expect((await shop("GET", "/Customers?$count=true")).json["@count"]).toBe("4");
});

test("/$count is the bare number, or rejected if the world says so", async () => {
  const { shop, reload } = await server();
  const answer = await shop("GET", "/Customers/$count?$filter=credit gt 5");
  expect(answer.text).toBe("2");
  expect(answer.headers.get("content-type")).toBe("text/plain;charset=utf-8");
  reload(shopWorld({ countPath: false }));
  expect(await shop("GET", "/Customers/$count")).toMatchObject({ status: 400, code: "-1002" });
});

test("a page ends with the link to the next one, and following it finds every row once", async () => {
  const { shop, ask, origin } = await server({ pageSize: 3 });
  const first = await shop("GET", "/Customers?$orderby=name&$select=name");
  expect(first.rows).toHaveLength(3);
  const link = String(first.json["@nextLink"]);
  expect(link).toMatch(/\/fmi\/odata\/v4\/Shop\/Customers\?/);
  const second = await ask("GET", link.slice(origin.length));
  expect(second.rows).toMatchObject([{ name: "dan" }]);
  expect(second.json["@nextLink"]).toBeUndefined();
  const small = await shop("GET", "/Customers?$top=2", { headers: { prefer: "odata.maxpagesize=1" } });
  expect(small.rows).toHaveLength(1);
  const rest = await ask("GET", String(small.json["@nextLink"]).slice(origin.length));
  expect(rest.rows).toHaveLength(1);
  expect(rest.json["@nextLink"]).toBeUndefined();
});

test("the version decides what the next link contains, and its colons can't be followed", async () => {
  const linkOf = async (version: string, odata = {}) => {
    const { shop, ask, origin } = await anODataServer({ world: shopWorld({ pageSize: 1, ...odata }, { version }) });
    const { json } = await shop("GET", "/Customers?$filter=seen ge 2026-01-01T00:00:00Z&$select=name");
    const link = String(json["@nextLink"]);
    return { query: link.split("?")[1] ?? "", next: await ask("GET", link.slice(origin.length)) };
  };
  const kept = "$filter=seen%20ge%202026-01-01T00%3A00%3A00Z&$select=name";
  const old = await linkOf("22.0.4.427");
  expect(old.query).toBe(`${kept}&$skiptoken=s1t0`);
  expect(old.next.code).toBe("-1002");
  expect((await linkOf("26.0.1.68")).query).toBe(`${kept}&$skip=1`);
  const followed = await linkOf("22.0.4.427", { nextLinkColon: "raw" });
  expect(followed.next.rows).toMatchObject([{ name: "dan" }]);
  const { shop } = await server();
  expect((await shop("GET", "/Customers?$skiptoken=invented")).code).toBe("-1003");
});

test("$expand nests related rows, always as a list", async () => {
  const { shop, root } = await server();
  const answer = await shop(
    "GET",
    "/Customers?$select=name&$top=2&$expand=Orders($select=amount;$filter=amount gt 5;$orderby=amount desc;$expand=Lines($select=text),Customers($select=name))",
  );
  expect(answer.rows[0]?.Orders).toEqual([
    {
      "@id": `${root}/Orders('102')`,
      "@editLink": `${root}/Orders('102')`,
      amount: 30,
      Lines: [{ "@id": `${root}/Lines(102,'b')`, "@editLink": `${root}/Lines(102,'b')`, text: "second" }],
      Customers: [{ "@id": `${root}/Customers('C-1')`, "@editLink": `${root}/Customers('C-1')`, name: "Ann" }],
    },
    expect.objectContaining({ amount: 20 }),
  ]);
  const some = await shop("GET", "/Customers?$top=1&$expand=Orders($top=1;$skip=1;$count=true)");
  expect(some.rows[0]).toMatchObject({ "Orders@count": 2, Orders: [{ number: 102 }] });
});

test("a wrong field inside $expand fails in every row, not in the request", async () => {
  const { shop } = await server();
  const answer = await shop("GET", "/Customers?$expand=Orders($select=nope)");
  expect(answer.status).toBe(200);
  expect(answer.rows[0]).not.toHaveProperty("Orders");
  expect(answer.rows[0]?.error).toEqual([
    {
      error: {
        code: "8309",
        message: 'FQL0009/(1:20): The column named "nope" does not exist in table "Orders".',
      },
    },
  ]);
});

test("navigation reads what is related to one record", async () => {
  const { shop, root } = await server();
  const answer = await shop("GET", "/Customers('C-1')/Orders?$filter=amount lt 25&$select=number");
  expect(answer.json["@context"]).toBe(`${root}/$metadata#Orders("number")`);
  expect(answer.rows).toMatchObject([{ number: 101 }]);
  expect((await shop("GET", "/Customers('C-1')/Orders(102)/Lines")).rows).toMatchObject([{ text: "second" }]);
  expect((await shop("GET", "/Customers('C-1')/Orders/$count")).text).toBe("2");
  expect(await shop("GET", "/Customers('C-2')/Orders(101)")).toMatchObject({ status: 404, code: "-1023" });
});

test.each([
  ["$select=InvalidFieldName", "8309", "The field named 'InvalidFieldName' does not exist in a specified table (9)"],
  ["$orderby=InvalidFieldName", "8309", "The field named 'InvalidFieldName' does not exist in a specified table (9)"],
  ["$filter=nope eq 1", "8309", 'FQL0009/(1:1): The column named "nope" does not exist in table "Customers".'],
  ["$select=id", "-1002", "Error: syntax error in URL at: 'id'"],
  ["$filter=id eq 1", "-1002", "Error: syntax error in URL at: 'id'"],
  ["$orderby=length(name)", "-1002", "Error: syntax error in URL at: '(name)'"],
  ["$top=x", "-1002", "Error: syntax error in URL at: 'x'"],
  ["$top=-1", "-1002", "Error: syntax error in URL at: '-1'"],
  ["$count=yes", "-1002", "Error: syntax error in URL at: 'yes'"],
  ["$nope=1", "-1002", "Error: syntax error in URL at: '$nope'"],
  ["%24top=1", "-1002", "Error: syntax error in URL at: '%24'"],
  ["$select=name%2Ccredit", "-1002", "Error: syntax error in URL at: '%2C'"],
  ["$filter=name+eq+'x'", "-1002", "Error: syntax error in URL at: '+eq+'x''"],
  ["$search=x", "-1003", "Unsupported OData operation"],
  ["$compute=credit add 1 as more", "-1003", "Unsupported OData operation"],
  ["$filter=fractionalseconds(seen) eq 0", "-1003", "Unsupported OData operation"],
  ["$filter=Orders/any(o:o/amount gt 1)", "-1002", "Error: parse failure in URL at: 'any'"],
  ["$filter=Orders/amount gt 1", "-1002", "Error: parse failure in URL at: 'amount'"],
  ["$expand=Nothing", "-1020", "Table 'Nothing' not defined in database"],
])("%s is rejected with %s", async (query, code, message) => {
  const { shop } = await server();
  expect((await shop("GET", `/Customers?${query}`)).json).toEqual({ error: { code, message } });
});

test("a field without access doesn't exist for an account, and a table without access is rejected", async () => {
  const { shop } = await server();
  const account = "reader:reader-pass";
  const [row] = (await shop("GET", "/Customers?$top=1", { account })).rows;
  expect(row).toHaveProperty("name");
  expect(row).not.toHaveProperty("credit");
  for (const query of ["$select=credit", "$filter=credit gt 0", "$orderby=credit"])
    expect(await shop("GET", `/Customers?${query}`, { account }), query).toMatchObject({ status: 400, code: "8309" });
  expect((await shop("GET", "/Customers('C-1')/credit", { account })).code).toBe("8309");
  const metadata = async (who: string) => (await shop("GET", "/$metadata", { account: who })).text;
  expect(await metadata("full:full-pass")).toContain('Name="credit"');
  expect(await metadata(account)).not.toContain('Name="credit"');
  const kind = await server({ hiddenFields: "empty" });
  expect((await kind.shop("GET", "/Customers?$top=1", { account })).rows[0]?.credit).toBeNull();
  expect((await kind.shop("GET", "/Customers?$filter=credit gt 0", { account })).rows).toEqual([]);
  expect(await shop("GET", "/Notes", { account })).toMatchObject({ status: 403, code: "200" });
});

test("occurrences with a tilde or a question mark in the name can't be addressed", async () => {
  const world = (odata: Parameters<typeof shopWorld>[0]) => ({
    server: { odata },
    databases: [
      {
        name: "D",
        accounts: [{ name: "full", password: "full-pass" }],
        tables: [{ name: "T", fields: [{ name: "a" }], records: [{ values: { a: "x" } }] }],
        occurrences: ["CUST~open", "?HAR", "A B"].map((name) => ({ name, table: "T" })),
      },
    ],
  });
  const { ask } = await anODataServer({ world: world({}) });
  const refused = await ask("GET", "/fmi/odata/v4/D/CUST~open");
  expect(refused.json).toEqual({ error: { code: "-1002", message: "Error: syntax error in URL at: 'open'" } });
  for (const path of ["CUST%7Eopen", "%3FHAR", "CUST~open(1)"])
    expect(await ask("GET", `/fmi/odata/v4/D/${path}`)).toMatchObject({ status: 400, code: "-1002" });
  const kind = await anODataServer({ world: world({ oddOccurrenceNames: "served" }) });
  for (const path of ["CUST~open", "%3FHAR"])
    expect((await kind.ask("GET", `/fmi/odata/v4/D/${path}`)).rows).toHaveLength(1);
});

test("a web server that decodes the path needs names that are encoded twice", async () => {
  const databases = [
    {
      name: "My File",
      accounts: [{ name: "full", password: "full-pass" }],
      tables: [{ name: "A B", fields: [{ name: "c d" }], records: [{ values: { "c d": "x" } }] }],
    },
  ];
  const { ask } = await anODataServer({ world: { server: { odata: { pathDecoding: "twice" } }, databases } });
  const once = await ask("GET", "/fmi/odata/v4/My%20File/A%20B");
  expect(once.json).toEqual({ error: { code: "-1002", message: "Error: syntax error in URL at: ' B'" } });
  const query = "$select=%22c%20d%22";
  expect((await ask("GET", `/fmi/odata/v4/My%20File/A%2520B?${query}`)).rows).toMatchObject([{ "c d": "x" }]);
  const other = await anODataServer({ world: { databases } });
  expect(await other.ask("GET", "/fmi/odata/v4/My%20File/A%2520B")).toMatchObject({ status: 404, code: "-1020" });
});
