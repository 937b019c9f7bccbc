import { expect, test } from "vitest";
import { type Answer, aServer } from "../support/a-server.ts";
import { smallWorld } from "../support/small-world.ts";

const RECORDS = "/layouts/People/records";

function data(answer: Answer): readonly Record<string, Record<string, unknown>>[] {
  return answer.response.data as readonly Record<string, Record<string, unknown>>[];
}

function names(answer: Answer): readonly unknown[] {
  return data(answer).map(({ fieldData }) => fieldData?.name);
}

function sorted(...orders: readonly unknown[]): string {
  return `${RECORDS}?_sort=${encodeURIComponent(JSON.stringify(orders))}`;
}

test("a record has its fields, portals, ids, and portal figures, in FileMaker's order", async () => {
  const server = await aServer();
  const token = await server.login();
  const answer = await server.people("GET", `${RECORDS}?_limit=1`, { token });
  expect(Object.keys(answer.response)).toEqual(["dataInfo", "data"]);
  expect(answer.response.dataInfo).toEqual({
    database: "People",
    layout: "People",
    table: "People",
    totalRecordCount: 4,
    foundCount: 4,
    returnedCount: 1,
  });
  const [record] = data(answer);
  expect(Object.keys(record ?? {})).toEqual(["fieldData", "portalData", "recordId", "modId", "portalDataInfo"]);
  expect(record?.fieldData).toEqual({
    id: 1,
    name: "Ann Miller",
    code: "A1",
    born: "02/28/1980",
    wakes: "06:30:00",
    seen: "03/01/2026 12:00:00",
    age: 46,
    colour: "red",
    salary: "",
    "nick(1)": "Annie",
    "nick(2)": "Nan",
    "nick(3)": "",
    "picture(1)": expect.stringMatching(
      new RegExp(`^${server.origin}/Streaming_SSL/MainDB/[0-9A-F]{64}\\.png\\?RCType=EmbeddedRCFileProcessor$`),
    ),
    "picture(2)": "",
    made: "",
    maker: "",
    kind: "",
    label: "Ann Miller-A1",
    total: 87,
    "gNote(1)": "first",
    "gNote(2)": "",
    "Pets::name": "Rex",
  });
  expect(record).toMatchObject({
    recordId: "1",
    modId: "3",
    portalData: {
      "my.pets #1": [
        { recordId: "13", "Pets::name": "Ace", "Pets::legs": 4, modId: "0" },
        { recordId: "11", "Pets::name": "Rex", "Pets::legs": 4, modId: "0" },
        { recordId: "12", "Pets::name": "Tweety", "Pets::legs": 2, modId: "0" },
      ],
      QuadPets: [{ recordId: "11", "QuadPets::name": "Rex", modId: "0" }],
    },
    portalDataInfo: [
      { portalObjectName: "my.pets #1", database: "People", table: "Pets", foundCount: 3, returnedCount: 3 },
      { database: "People", table: "QuadPets", foundCount: 2, returnedCount: 1 },
    ],
  });
  expect(answer.text).toContain('[{"recordId":"13","Pets::name":"Ace","Pets::legs":4,"modId":"0"}');
});

test("a number field that contains text returns text, an empty one an empty string", async () => {
  const server = await aServer();
  const answer = await server.people("GET", RECORDS, { token: await server.login() });
  expect(data(answer).map(({ fieldData }) => fieldData?.salary)).toEqual(["", "n/a", "", ""]);
});

test("a layout without portals has no portal figures", async () => {
  const server = await aServer();
  const answer = await server.people("GET", "/layouts/Names/records?_limit=1", { token: await server.login() });
  expect(data(answer)).toEqual([{ fieldData: { name: "Ann Miller" }, portalData: {}, recordId: "1", modId: "3" }]);
});

test("offset and limit select a range, including enormous limits", async () => {
  const server = await aServer();
  const token = await server.login();
  expect(names(await server.people("GET", `${RECORDS}?_offset=2&_limit=2`, { token }))).toEqual([
    "Bob Testing",
    "Cleo O'Hara",
  ]);
  expect(names(await server.people("GET", `${RECORDS}/?_limit=1000000000000000000`, { token }))).toHaveLength(4);
});

test("at most 100 records are returned by default", async () => {
  const world = smallWorld();
  const records = world.databases?.[0]?.tables?.[1]?.records ?? [];
  for (let at = 0; at < 120; at += 1) records.push({ values: { name: `Pet ${at}` } });
  const server = await aServer({ world });
  const answer = await server.people("GET", "/layouts/Pets/records", { token: await server.login() });
  expect(answer.response.dataInfo).toMatchObject({ foundCount: 124, returnedCount: 100 });
});

test.each([
  [[{ fieldName: "name", sortOrder: "descend" }], ["Dan miller", "Cleo O'Hara", "Bob Testing", "Ann Miller"]],
  [[{ fieldName: "age" }], ["Dan miller", "Cleo O'Hara", "Bob Testing", "Ann Miller"]],
  [[{ fieldName: "born", sortOrder: "ascend" }], ["Cleo O'Hara", "Ann Miller", "Bob Testing", "Dan miller"]],
  [
    [
      { fieldName: "colour", sortOrder: "Colours" },
      { fieldName: "name", sortOrder: "descend" },
    ],
    ["Dan miller", "Ann Miller", "Cleo O'Hara", "Bob Testing"],
  ],
  [[{ fieldName: "Pets::name", sortOrder: "descend" }], ["Ann Miller", "Bob Testing", "Cleo O'Hara", "Dan miller"]],
])("sorted by %j", async (orders, expected) => {
  const server = await aServer();
  expect(names(await server.people("GET", sorted(...orders), { token: await server.login() }))).toEqual(expected);
});

test("half-encoded JSON and spaces written as + are accepted", async () => {
  const server = await aServer();
  const token = await server.login();
  const path = `${RECORDS}?_sort=[%7B%22fieldName%22:+%22name%22,%22sortOrder%22:%22descend%22%7D]`;
  expect(names(await server.people("GET", path, { token }))[0]).toBe("Dan miller");
});

test("portals are selected by name, with their own ranges", async () => {
  const server = await aServer();
  const token = await server.login();
  const portal = encodeURIComponent('["my.pets #1"]');
  const path = `${RECORDS}?_limit=1&portal=${portal}&_offset.my.pets%20%231=2&_limit.my.pets+%231=1`;
  const [record] = data(await server.people("GET", path, { token }));
  expect(record?.portalData).toEqual({
    "my.pets #1": [{ recordId: "11", "Pets::name": "Rex", "Pets::legs": 4, modId: "0" }],
  });
  expect(record?.portalDataInfo).toMatchObject([{ foundCount: 3, returnedCount: 1 }]);
  const [bare] = data(await server.people("GET", `${RECORDS}?_limit=1&portal=[]`, { token }));
  expect(bare?.portalData).toEqual({});
  expect(bare).not.toHaveProperty("portalDataInfo");
});

test("v1 shows one portal row on a layout that is saved in table view", async () => {
  const server = await aServer();
  const token = await server.login();
  const answer = await server.ask("GET", `/fmi/data/v1/databases/People${RECORDS}?_limit=1`, { token });
  expect(data(answer)[0]?.portalData?.["my.pets #1"]).toHaveLength(1);
});

test.each([
  ["0", "02/28/1980", "03/01/2026 12:00:00"],
  ["1", "28/02/1980", "01/03/2026 12:00:00"],
  ["2", "1980-02-28", "2026-03-01 12:00:00"],
])("dateformats=%s", async (format, born, seen) => {
  const server = await aServer();
  const answer = await server.people("GET", `${RECORDS}?_limit=1&dateformats=${format}`, {
    token: await server.login(),
  });
  expect(data(answer)[0]?.fieldData).toMatchObject({ born, seen });
});

test("layout.response shows the records through another layout of the same table", async () => {
  const server = await aServer();
  const token = await server.login();
  const answer = await server.people("GET", `${RECORDS}?layout.response=Names&_limit=1`, { token });
  expect(data(answer)[0]?.fieldData).toEqual({ name: "Ann Miller" });
  expect(answer.response.dataInfo).toMatchObject({ layout: "Names" });
  expect((await server.people("GET", `${RECORDS}?layout.response=Pets`, { token })).code).toBe("105");
  expect((await server.people("GET", `${RECORDS}?layout.response=&_limit=1`, { token })).code).toBe("0");
  const other = await aServer({ world: { ...smallWorld(), server: { dataApi: { emptyLayoutResponse: "105" } } } });
  const answered = await other.people("GET", `${RECORDS}?layout.response=`, { token: await other.login() });
  expect(answered.code).toBe("105");
});

test("a slash in a layout's name is written %2F", async () => {
  const server = await aServer();
  const answer = await server.people("GET", "/layouts/A%2FB%20100%25/records?_limit=1", {
    token: await server.login(),
  });
  expect(data(answer)[0]?.fieldData).toEqual({ name: "Rex" });
});

test("scripts run before, before the sort, and after, and their results are next to the data", async () => {
  const server = await aServer();
  const scripts =
    "script.prerequest=Rename&script.prerequest.param=Zoe&script.presort=Fail&script=Echo&script.param=a+b";
  const answer = await server.people("GET", `${RECORDS}?_limit=1&${scripts}`, { token: await server.login() });
  expect(names(answer)).toEqual(["Zoe"]);
  expect(answer.response).toMatchObject({
    "scriptError.prerequest": "0",
    "scriptResult.presort": "sorry",
    "scriptError.presort": "123",
    scriptResult: "a b",
    scriptError: "0",
  });
  expect(answer.response).not.toHaveProperty("scriptResult.prerequest");
});

test("an account sees no fields or tables that it has no access to", async () => {
  const world = smallWorld();
  const reader = world.databases?.[0]?.privilegeSets?.[0];
  Object.assign(reader ?? {}, { tables: { Pets: { view: false } } });
  const server = await aServer({ world });
  const token = await server.login("reader:reader-pass");
  const [, bob] = data(await server.people("GET", RECORDS, { token }));
  expect(bob?.fieldData).toMatchObject({ name: "Bob Testing", salary: "", "Pets::name": "" });
  expect((await server.people("GET", "/layouts/Pets/records", { token })).code).toBe("200");
});

test.each([
  ["_limit=0", 400, "960"],
  ["_limit=-1", 400, "960"],
  ["_limit=ten", 400, "960"],
  ["_offset=0", 400, "960"],
  ["_sort=name", 400, "960"],
  ["_sort=[1]", 400, "960"],
  ["portal=x", 400, "960"],
  ["dateformats=3", 400, "960"],
  ["limit=1", 400, "960"],
  ["colour=red", 400, "960"],
  ["_offset=5", 500, "101"],
  ['_sort=[{"fieldName":"shoe"}]', 500, "102"],
  ['portal=["nothing"]', 500, "102"],
  ["_limit.nothing=1", 500, "102"],
  ["script=Nothing", 500, "104"],
  ["layout.response=Nothing", 500, "105"],
])("%s is rejected with %i and %s", async (query, status, code) => {
  const server = await aServer();
  expect(await server.people("GET", `${RECORDS}?${query}`, { token: await server.login() })).toMatchObject({
    status,
    code,
  });
});

test("unknown parameters are accepted if the server isn't strict", async () => {
  const server = await aServer({ world: smallWorld({ strictParameters: false }) });
  expect((await server.people("GET", `${RECORDS}?colour=red`, { token: await server.login() })).status).toBe(200);
});

test("an unknown layout gets 105", async () => {
  const server = await aServer();
  const answer = await server.people("GET", "/layouts/Nothing/records", { token: await server.login() });
  expect(answer.status).toBe(500);
  expect(answer.text).toBe('{"messages":[{"code":"105","message":"Layout is missing"}],"response":{}}');
});

test("a related summary covers the related records", async () => {
  const world = smallWorld();
  const people = world.databases?.[0];
  people?.tables?.[1]?.fields.push({ name: "sum", type: "number", summary: { operation: "total", of: "legs" } });
  people?.layouts?.push({
    name: "Sums",
    occurrence: "People",
    fields: ["name", "Pets::sum"],
    portals: [{ occurrence: "Pets", fields: ["Pets::sum"] }],
  });
  const server = await aServer({ world });
  const answer = await server.people("GET", "/layouts/Sums/records?_limit=2", { token: await server.login() });
  expect(data(answer).map(({ fieldData }) => fieldData?.["Pets::sum"])).toEqual([10, 0]);
  expect(data(answer)[0]?.portalData?.Pets).toMatchObject([
    { "Pets::sum": 10 },
    { "Pets::sum": 10 },
    { "Pets::sum": 10 },
  ]);
});
