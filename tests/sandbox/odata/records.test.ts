import { expect, test } from "vitest";
import { anODataServer } from "./support/an-odata-server.ts";
import { shopWorld } from "./support/shop-world.ts";

test.each([
  ["a text key", "/Customers('C-1')", { name: "Ann" }],
  ["a text key with a quote and a slash", "/Customers('C''3%2Fx')", { id: 3 }],
  ["a text key by name", "/Customers(key='C-2')", { name: "Bob" }],
  ["a number", "/Orders(102)", { amount: 30 }],
  ["a number in quotes", "/Orders('102')", { amount: 30 }],
  ["a compound key", "/Lines(102,'b')", { text: "second" }],
  ["a compound key with names, in any order", "/Lines(place='a',order=101)", { text: "first" }],
  ["a record id", "/Customers(ROWID=4)", { id: 3 }],
  ["a record id without a key field", "/Notes(1)", { title: "one" }],
])("a record is read by %s", async (_, path, expected) => {
  const { shop, root } = await anODataServer();
  const answer = await shop("GET", path);
  expect(answer).toMatchObject({ status: 200, json: expected });
  expect(answer.json["@context"]).toBe(`${root}/$metadata#${path.slice(1, path.indexOf("("))}/$entity`);
});

test("an older server writes number keys without quotes", async () => {
  const { shop, root } = await anODataServer({ world: shopWorld({}, { version: "21.1.2.500" }) });
  expect((await shop("GET", "/Orders(102)")).json["@id"]).toBe(`${root}/Orders(102)`);
});

test("404 and -1023 for a missing record, 400 for an invalid key", async () => {
  const { shop } = await anODataServer();
  expect((await shop("GET", "/Customers('nope')")).json).toEqual({
    error: { code: "-1023", message: "Specified record not found" },
  });
  for (const path of ["/Orders(999)", "/Notes(99)", "/Customers(ROWID=99)", "/Lines(101,'b')"]) {
    expect(await shop("GET", path)).toMatchObject({ status: 404, code: "-1023" });
  }
  for (const path of ["/Orders()", "/Orders(1", "/Lines(101)", "/Orders(1,2)", "/Orders(nope=1)", "/Orders('a'b)"]) {
    expect(await shop("GET", path)).toMatchObject({ status: 400, code: "-1002" });
  }
});

test("a field is read with its context, and as plain text", async () => {
  const { shop, root } = await anODataServer();
  expect((await shop("GET", "/Customers('C-1')/name")).json).toEqual({
    "@context": `${root}/$metadata#Customers('C-1')/name`,
    value: "Ann",
  });
  expect((await shop("GET", "/Customers('C-1')/seen/$value")).text).toBe("2026-03-01T12:00:00Z");
  expect((await shop("GET", "/Customers('C-2')/seen/$value")).status).toBe(204);
  expect(await shop("GET", "/Customers('C-1')/nope")).toMatchObject({ status: 400, code: "8309" });
});

test("a record is created with its auto-enter values; the response is the record and its URL", async () => {
  const { shop, root, world } = await anODataServer();
  const answer = await shop("POST", "/Customers", {
    body: { name: "Eve", born: "1999-12-31", "nick[2]": "E", credit: 1.5 },
  });
  expect(answer.status).toBe(201);
  expect(answer.json).toMatchObject({ name: "Eve", id: 5, born: "1999-12-31", credit: 1.5, label: "Eve" });
  expect(answer.headers.get("location")).toBe(`${root}/Customers('${String(answer.json.key)}')`);
  expect(answer.json["@id"]).toBe(answer.headers.get("location"));
  expect(world.database("Shop")?.tables.get("customers")?.records.get(8)?.cells.get("nick(2)")).toBe("E");
});

test("return=minimal returns only the record id", async () => {
  const { shop, root } = await anODataServer();
  const answer = await shop("POST", "/Customers", { body: { name: "Eve" }, headers: { prefer: "return=minimal" } });
  expect(answer).toMatchObject({ status: 204, text: "" });
  expect(answer.headers.get("location")).toBe(`${root}/Customers(ROWID=8)`);
});

test("values are entered in the formats in which they are returned", async () => {
  const { shop } = await anODataServer();
  const write = async (body: object) => {
    await shop("PATCH", "/Customers('C-2')", { body });
    return (await shop("GET", "/Customers('C-2')?$select=seen,born,wakes,name,credit")).json;
  };
  expect(await write({ seen: "2026-05-01T10:00:00Z" })).toMatchObject({ seen: "2026-05-01T10:00:00Z" });
  expect(await write({ seen: "2026-05-01T10:00:00+03:00" })).toMatchObject({ seen: "2026-05-01T08:00:00Z" });
  expect(await write({ seen: "05/02/2026 11:00:00" })).toMatchObject({ seen: "2026-05-02T11:00:00Z" });
  expect(await write({ wakes: "07:15", born: null, credit: "12.5" })).toMatchObject({
    wakes: "07:15:00",
    born: null,
    credit: 12.5,
  });
});

test.each([
  ["an unknown field", { nope: 1 }, 400, "8309"],
  ["a calculation", { name: "x", label: "y" }, 403, "201"],
  ["a global field", { name: "x", gNote: "y" }, 403, "201"],
  ["a field that prohibits changes", { name: "x", id: 9 }, 403, "201"],
  ["a missing required value", { credit: 1 }, 400, "509"],
  ["a value out of range", { name: "x", credit: 99_999 }, 400, "503"],
  ["an invalid date", { name: "x", born: "31.31.2026" }, 400, "500"],
  ["a key that exists", { name: "x", key: "c-1" }, 400, "504"],
  ["an object as a value", { name: { first: "x" } }, 400, "-1002"],
  ["a body that isn't an object", [1], 400, "-1002"],
])("a record with %s is rejected and leaves nothing behind", async (_, body, status, code) => {
  const { shop, world } = await anODataServer();
  expect(await shop("POST", "/Customers", { body })).toMatchObject({ status, code });
  expect(world.database("Shop")?.tables.get("customers")?.records.size).toBe(4);
});

test("a body must be JSON and declared as JSON", async () => {
  const { shop } = await anODataServer();
  expect(await shop("POST", "/Orders", { body: "{" })).toMatchObject({ status: 415 });
  const headers = { "content-type": "application/json" };
  expect(await shop("POST", "/Orders", { body: "{", headers })).toMatchObject({ status: 400, code: "-1002" });
});

test("a change returns nothing, or the record on request", async () => {
  const { shop } = await anODataServer();
  const quiet = await shop("PATCH", "/Customers('C-1')", { body: { credit: 11 } });
  expect(quiet).toMatchObject({ status: 204, text: "" });
  const headers = { prefer: "return=representation,fmodata.include-specialcolumns" };
  const reported = await shop("PATCH", "/Customers('C-1')", { body: { credit: 12 }, headers });
  expect(reported).toMatchObject({ status: 200, json: { credit: 12, name: "Ann", ROWMODID: 5 } });
  expect((await shop("PUT", "/Customers('C-1')", { body: { credit: 13 } })).status).toBe(204);
  expect((await shop("GET", "/Customers('C-1')")).json).toMatchObject({ credit: 13, name: "Ann" });
});

test("PUT can be unsupported, and it never creates a missing record", async () => {
  const { shop, reload } = await anODataServer();
  expect(await shop("PUT", "/Customers('new')", { body: { name: "x" } })).toMatchObject({ status: 404 });
  expect((await shop("PUT", "/Orders", { body: { amount: 1 } })).status).toBe(201);
  reload(shopWorld({ put: false }));
  expect(await shop("PUT", "/Customers('C-1')", { body: { name: "x" } })).toMatchObject({ status: 400, code: "-1003" });
});

test("a filter changes many records at once, all or none", async () => {
  const { shop } = await anODataServer();
  const answer = await shop("PATCH", "/Customers?$filter=credit gt 6", { body: { credit: 1 } });
  expect(answer.status).toBe(204);
  expect(answer.headers.get("fmodata.affected_rows")).toBe("2");
  expect((await shop("GET", "/Customers/$count?$filter=credit eq 1")).text).toBe("2");
  const refused = await shop("PATCH", "/Customers?$filter=credit le 5", { body: { key: "same" } });
  expect(refused).toMatchObject({ status: 400, code: "504" });
  expect((await shop("GET", "/Customers/$count?$filter=key eq 'same'")).text).toBe("0");
  expect(await shop("PATCH", "/Customers", { body: { credit: 0 } })).toMatchObject({ status: 400, code: "-1003" });
});

test("deleting a record also deletes what its relationships say, and returns how many were requested", async () => {
  const { shop } = await anODataServer();
  const answer = await shop("DELETE", "/Customers('C-1')");
  expect(answer).toMatchObject({ status: 204, text: "" });
  expect(answer.headers.get("fmodata.affected_rows")).toBe("1");
  expect(await shop("DELETE", "/Customers('C-1')")).toMatchObject({ status: 404, code: "-1023" });
  expect((await shop("GET", "/Orders")).rows).toMatchObject([{ number: 103 }]);
  const many = await shop("DELETE", "/Lines?$filter=order gt 0");
  expect(many.headers.get("fmodata.affected_rows")).toBe("2");
  expect(await shop("DELETE", "/Lines")).toMatchObject({ status: 400, code: "-1003" });
});

test("an account without the privilege changes nothing", async () => {
  const { shop } = await anODataServer();
  const account = "reader:reader-pass";
  const body = { amount: 1 };
  expect(await shop("POST", "/Orders", { account, body })).toMatchObject({ status: 403, code: "9" });
  expect(await shop("PATCH", "/Orders(101)", { account, body })).toMatchObject({ status: 403, code: "200" });
  expect(await shop("DELETE", "/Orders(101)", { account })).toMatchObject({ status: 403, code: "200" });
});

test("a record in use can't be changed", async () => {
  const server = await anODataServer();
  server.faults.set({ kind: "lockedRecord", times: 1, path: "/Orders" });
  expect((await server.shop("PATCH", "/Orders(101)", { body: { amount: 1 } })).code).toBe("301");
  expect((await server.shop("PATCH", "/Orders(101)", { body: { amount: 1 } })).status).toBe(204);
});

test("a record created below another is related to it, if the relationship creates records", async () => {
  const { shop } = await anODataServer();
  const made = await shop("POST", "/Customers('C-2')/Orders", { body: { amount: 3 } });
  expect(made).toMatchObject({ status: 201, json: { customer: "C-2", number: 104 } });
  expect(await shop("POST", "/Orders(101)/Lines", { body: { place: "z" } })).toMatchObject({
    status: 403,
    code: "201",
  });
});

test("a change by key returns how many records it changed, like one by filter", async () => {
  const { shop } = await anODataServer();
  const change = (headers: Record<string, string> = {}) =>
    shop("PATCH", "/Orders(101)", { body: { amount: 5 }, headers });
  const answer = await change();
  expect([answer.status, answer.headers.get("fmodata.affected_rows")]).toEqual([204, "1"]);
  const shown = await change({ prefer: "return=representation" });
  expect([shown.status, shown.headers.get("fmodata.affected_rows")]).toEqual([200, "1"]);
});
