import { expect, test } from "vitest";
import { anODataServer } from "./support/an-odata-server.ts";
import { shopWorld } from "./support/shop-world.ts";

test.each([
  ["name eq 'Ann'", [1]],
  ["name ne 'Ann'", [2, 3, 4]],
  ["name eq 'Cleo O''Hara, jr'", [3]],
  ["name in ('Ann','Bob')", [1, 2]],
  ["not (name in ('Ann','Bob'))", [3, 4]],
  ["\"First Name\" eq 'Annabel'", [1]],
  ['"id" eq 3', [3]],
  ["nick[2] eq 'Nan'", [1]],
  ["label eq 'Bob'", [2]],
  ["photo ne null", [1, 3]],
  ["gNote eq 'global'", [1, 2, 3, 4]],
  ["ROWID ge 4", [3, 4]],
  ["ROWMODID eq 3", [1]],
  ["credit eq null", [4]],
  ["credit ne null", [1, 2, 3]],
  ["credit gt 10", [1, 2]],
  ["credit ge 10.5 and credit lt 1e3", [1, 2]],
  ["not (credit gt 10)", [3, 4]],
  ["-credit lt -100", [2]],
  ["credit add 5 eq 10", [3]],
  ["credit mul 2 sub 1 eq 20", [1]],
  ["credit div 0 eq 1", []],
  ["credit mod 3 eq 2", [2, 3]],
  ["name eq 'Ann' or name eq 'Bob' and credit lt 5", [1]],
  ["(name eq 'Ann' or name eq 'Bob') and credit gt 100", [2]],
  ["contains(name,'an')", [4]],
  ["contains(tolower(name),'an')", [1, 4]],
  ["startswith(name,'B') or endswith(name,'jr')", [2, 3]],
  ["length(name) eq 3", [1, 2, 4]],
  ["indexof(name,'o') eq 1", [2]],
  ["substring(name,1) eq 'nn'", [1]],
  ["substring(name,0,2) eq 'Bo'", [2]],
  ["concat(concat(name,'-'),key) eq 'Ann-C-1'", [1]],
  ["trim('  x ') eq 'x'", [1, 2, 3, 4]],
  ["toupper(name) eq 'DAN'", [4]],
  ["born lt 1985-01-01", [1]],
  ["born eq null", [3]],
  ["year(born) eq 1990 and month(born) eq 12 and day(born) eq 1", [2]],
  ["seen ge 2026-03-01T12:00:00Z", [1]],
  ["seen eq 2026-03-01T13:00:00+02:00", [1]],
  ["date(seen) eq 2026-03-01", [1, 4]],
  ["time(seen) lt 09:00:00", [4]],
  ["hour(wakes) eq 6 and minute(wakes) eq 30 and second(wakes) eq 0", [1]],
  ["totalseconds(wakes) eq 23400", [1]],
  ["seen lt now()", [1, 4]],
  ["born gt mindatetime() and born lt maxdatetime()", [1, 2, 4]],
  ["totaloffsetminutes(seen) eq 60", [1, 4]],
  ["round(credit) eq 11", [1]],
  ["floor(credit) eq 10 and ceiling(credit) eq 11", [1]],
  ["cast(credit,Edm.String) eq '10.5'", [1]],
  ["credit/Edm.String eq '200'", [2]],
  ["startswith(cast(born,Edm.String),'2001')", [4]],
  ["true", [1, 2, 3, 4]],
  ["false or null", []],
])("%s", async (filter, expected) => {
  const { shop } = await anODataServer();
  const answer = await shop("GET", `/Customers?$select="id"&$filter=${filter.replaceAll("+", "%2B")}`);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.rows.map(({ id }) => id)).toEqual(expected);
});

test("a quoted date or number finds no rows, rows of nulls, or what it means", async () => {
  const rowsFor = async (odata: Parameters<typeof shopWorld>[0], filter: string) => {
    const { shop } = await anODataServer({ world: shopWorld(odata) });
    const answer = await shop("GET", `/Customers?$select="id",born,credit&$filter=${filter}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.rows.map(({ id, born }) => (born === null ? null : id));
  };
  const filters = ["born lt '1985-01-01'", "'1985-01-01' gt born", "credit in ('10.5')", "credit eq '10.5'"];
  for (const filter of [...filters, "born ne '1985-01-01'"]) expect(await rowsFor({}, filter)).toEqual([]);
  expect(await rowsFor({}, "born lt 1985-01-01 or credit eq '200'")).toEqual([1]);
  for (const filter of filters) {
    expect(await rowsFor({ quotedLiterals: "nulls" }, filter)).toEqual([null]);
    expect(await rowsFor({ quotedLiterals: "converted" }, filter)).toEqual([1]);
  }
});

test("an encoded colon is refused outside of quotes, with the time of day", async () => {
  const { shop } = await anODataServer();
  const encoded = await shop("GET", "/Customers?$filter=seen ge 2026-03-01T12%3A00%3A00Z and name ne 'x'&$top=1");
  expect(encoded.json).toEqual({
    error: { code: "-1002", message: "Error: syntax error in URL at: 'T12%3A00%3A00Z'" },
  });
  expect((await shop("GET", "/Customers?$filter=wakes eq 06%3a30%3a00")).code).toBe("-1002");
  expect((await shop("GET", "/Customers?$filter=name eq 'a%3Ab'")).status).toBe(200);
  expect((await shop("GET", "/Customers?$filter=seen ge 2026-03-01T12:00:00Z")).rows).toHaveLength(1);
  const kind = await anODataServer({ world: shopWorld({ encodedColon: "accepted" }) });
  expect((await kind.shop("GET", "/Customers?$filter=seen ge 2026-03-01T12%3A00%3A00Z")).rows).toHaveLength(1);
});

test("names with a leading underscore or a dot need no quotes", async () => {
  const table = {
    name: "T",
    fields: [{ name: "_trigger.names", type: "number" as const }, { name: "note" }],
    records: [{ values: { "_trigger.names": 1, note: "x" } }],
  };
  const accounts = [{ name: "full", password: "full-pass" }];
  const { ask } = await anODataServer({ world: { databases: [{ name: "D", accounts, tables: [table] }] } });
  for (const name of ["_trigger.names", '"_trigger.names"']) {
    const answer = await ask("GET", `/fmi/odata/v4/D/T?$filter=${name}%20eq%201&$select=${name}&$orderby=${name}`);
    expect(answer.rows, answer.text).toMatchObject([{ "_trigger.names": 1 }]);
  }
});

test("parameter aliases represent values, and options can omit the dollar sign", async () => {
  const { shop } = await anODataServer();
  const answer = await shop(
    "GET",
    "/Customers?filter=name eq @who or credit gt @least&@who='dan'&@least=100&select=name",
  );
  expect(answer.rows.map(({ name }) => name)).toEqual(["Bob", "dan"]);
  expect(await shop("GET", "/Customers?$filter=name eq @nobody")).toMatchObject({ status: 400, code: "-1002" });
});

test.each([
  "name eq",
  "eq 'x'",
  "name 'x'",
  "(name eq 'x'",
  "name eq 'x')",
  "name eq 'x",
  "name eq x y",
  "contains(name)",
  "unknown(name)",
  "length() eq 1",
  "name in ()",
  "born eq 2026-13-45",
  "cast(name,String) eq 'x'",
  "name == 'x'",
  "1st eq 1",
])("%s is rejected as a syntax error", async (filter) => {
  const { shop } = await anODataServer();
  expect(await shop("GET", `/Customers?$filter=${filter}`)).toMatchObject({ status: 400, code: "-1002" });
});
