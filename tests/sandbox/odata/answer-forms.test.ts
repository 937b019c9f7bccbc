import { expect, test } from "vitest";
import { anODataServer } from "./support/an-odata-server.ts";
import { shopWorld } from "./support/shop-world.ts";

const row = { accept: "application/json;odata.metadata=none" };

test("metadata=none omits the annotations, metadata=full adds the type", async () => {
  const { shop } = await anODataServer();
  expect((await shop("GET", "/Orders?$select=amount&$top=1&$count=true", { headers: row })).json).toEqual({
    "@count": 3,
    value: [{ amount: 20 }],
  });
  const full = await shop("GET", "/Orders(101)", { headers: { accept: "application/json;metadata=full" } });
  expect(full.json["@type"]).toBe("#com.filemaker.odata.Shop.Orders_");
});

test("numbers are quoted on request, timestamps follow the preference", async () => {
  const { shop, reload } = await anODataServer();
  const one = async (headers: Record<string, string>) =>
    (await shop("GET", "/Customers('C-1')?$select=credit,seen", { headers })).json;
  expect(await one({ accept: "application/json;IEEE754Compatible=true" })).toMatchObject({ credit: "10.5" });
  expect(await one({ prefer: "fmodata.gmtoffset" })).toMatchObject({ seen: "2026-03-01T12:00:00+01:00" });
  expect(await one({ prefer: "fmodata.basic-timestamp" })).toMatchObject({ seen: "03/01/2026 12:00:00" });
  reload(shopWorld({ milliseconds: true }));
  expect(await one({})).toMatchObject({ seen: "2026-03-01T12:00:00.000Z" });
});

test("several preferences can be in one header", async () => {
  const { shop } = await anODataServer();
  const prefer = 'return=representation, fmodata.include-specialcolumns,odata.maxpagesize="2"';
  const answer = await shop("GET", "/Orders", { headers: { prefer } });
  expect(answer.rows).toHaveLength(2);
  expect(answer.rows[0]).toMatchObject({ ROWID: 1, ROWMODID: 0 });
  expect((await shop("GET", "/Orders?$select=amount", { headers: { prefer } })).rows[0]).not.toHaveProperty("ROWID");
});

test("fields and tables have their internal ids on request, and can be requested by them", async () => {
  const { shop } = await anODataServer();
  const prefer = "fmodata.entity-ids";
  const first = 1_065_089;
  const answer = await shop("GET", `/FMTID:${first + 1}?$select=FMFID:${4 * 2 ** 32 + first + 1}&$expand=Lines`, {
    headers: { prefer, ...row },
  });
  expect(answer.rows[0]).toEqual({
    [`FMFID:${4 * 2 ** 32 + first + 1}`]: 20,
    [`FMTID:${first + 2}`]: [
      {
        [`FMFID:${2 ** 32 + first + 2}`]: 101,
        [`FMFID:${2 * 2 ** 32 + first + 2}`]: "a",
        [`FMFID:${3 * 2 ** 32 + first + 2}`]: "first",
      },
    ],
  });
});

test("a calculation without a result is a bare question mark, or null if the world says so", async () => {
  const { shop, reload } = await anODataServer();
  expect((await shop("GET", "/Broken?$select=bad", { headers: row })).text).toBe('{"value":[{"bad":?}]}');
  reload(shopWorld({ bareQuestionMark: false }));
  expect((await shop("GET", "/Broken?$select=bad", { headers: row })).rows).toEqual([{ bad: null }]);
});

test("line ends inside texts can be unescaped", async () => {
  const { shop, reload } = await anODataServer();
  expect((await shop("GET", "/Broken?$select=text", { headers: row })).rows).toEqual([{ text: "a\rb" }]);
  reload(shopWorld({ rawControlCharacters: true }));
  expect((await shop("GET", "/Broken?$select=text", { headers: row })).text).toBe('{"value":[{"text":"a\rb"}]}');
});

test.each([
  ["likeOthers", {}, "@count"],
  ["likeOthers", { "odata-version": "4.0" }, "@odata.count"],
  ["odata", {}, "@odata.count"],
  ["short", { "odata-version": "4.0" }, "@count"],
] as const)("the world sets the name of a count: %s with %j is %s", async (countName, headers, name) => {
  const { shop } = await anODataServer({ world: shopWorld({ countName }) });
  expect((await shop("GET", "/Orders?$count=true&$top=1", { headers })).json[name]).toBe(3);
  const expanded = await shop("GET", "/Customers?$top=1&$expand=Orders($count=true)", { headers });
  expect(expanded.rows[0]?.[`Orders${name}`]).toBe(2);
});

test.each([
  ["byPrefer", 204, 200],
  ["always", 200, 200],
  ["never", 204, 204],
] as const)(
  "the world sets the response to a change: %s is %i, and %i if Prefer requests it",
  async (updateAnswer, plain, asked) => {
    const { shop } = await anODataServer({ world: shopWorld({ updateAnswer }) });
    const prefer = { prefer: "return=representation" };
    for (const path of ["/Orders(101)", "/Orders?$filter=amount gt 0"]) {
      const statusOf = async (headers?: Record<string, string>) =>
        (await shop("PATCH", path, { body: { amount: 5 }, ...(headers && { headers }) })).status;
      expect([await statusOf(), await statusOf(prefer)]).toEqual([plain, asked]);
    }
  },
);

test("numbers between -1 and 1 are written without the zero, except in texts", async () => {
  const table = {
    name: "T",
    fields: [{ name: "rate", type: "number" as const }, { name: "note" }],
    records: [
      { values: { rate: 0.5, note: 'at 0.5 "0.25' } },
      { values: { rate: -0.06, note: "-0.06" } },
      { values: { rate: 10.05, note: "0.1" } },
    ],
  };
  const accounts = [{ name: "full", password: "full-pass" }];
  const rates = async (odata: Parameters<typeof shopWorld>[0]) => {
    const { ask } = await anODataServer({
      world: { server: { odata }, databases: [{ name: "D", accounts, tables: [table] }] },
    });
    return (await ask("GET", "/fmi/odata/v4/D/T?$select=rate,note")).text;
  };
  const omitted = await rates({});
  expect(omitted).toContain('"rate":.5,"note":"at 0.5 \\"0.25"');
  expect(omitted).toContain('"rate":-.06,"note":"-0.06"');
  expect(omitted).toContain('"rate":10.05,"note":"0.1"');
  expect(JSON.parse(await rates({ leadingZero: "written" })).value[0]).toMatchObject({ rate: 0.5 });
});
