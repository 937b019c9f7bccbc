import { expect, test } from "vitest";
import { aServer, type TestServer } from "../support/a-server.ts";
import { smallWorld } from "../support/small-world.ts";

const RECORDS = "/layouts/People/records";

async function create(body: unknown, account?: string) {
  const server = await aServer({ clock: { now: () => Date.UTC(2026, 10, 20, 12, 0, 0) } });
  const token = await server.login(account);
  return { server, token, answer: await server.people("POST", RECORDS, { token, body }) };
}

async function fieldsOf(server: TestServer, token: string, id: unknown) {
  const answer = await server.people("GET", `${RECORDS}/${id}`, { token });
  return (answer.response.data as readonly { fieldData: Record<string, unknown> }[])[0]?.fieldData ?? {};
}

test("a new record gets the next id, modId 0, and its auto-enter values", async () => {
  const { server, token, answer } = await create({
    fieldData: { name: "Eve", born: "1/2/2003", age: "12", nick: "E", "nick(3)": 5 },
  });
  expect(answer.text).toBe('{"response":{"recordId":"8","modId":"0"},"messages":[{"code":"0","message":"OK"}]}');
  expect(await fieldsOf(server, token, 8)).toMatchObject({
    id: 5,
    name: "Eve",
    born: "01/02/2003",
    age: 12,
    "nick(1)": "E",
    "nick(3)": "5",
    made: "11/20/2026 13:00:00",
    maker: "full",
    kind: "person",
    label: "Eve",
  });
});

test("a trailing slash changes nothing, and line ends become FileMaker's", async () => {
  const { server, token } = await create({ fieldData: { name: "x" } });
  const answer = await server.people("POST", `${RECORDS}/`, { token, body: { fieldData: { name: "a\nb\r\nc" } } });
  expect(await fieldsOf(server, token, answer.response.recordId)).toMatchObject({ name: "a\rb\rc" });
});

test("empty fieldData creates a record with auto-enter values if no field is required", async () => {
  const { server, token } = await create({ fieldData: { name: "x" } });
  expect((await server.people("POST", "/layouts/Pets/records", { token, body: { fieldData: {} } })).response).toEqual({
    recordId: "15",
    modId: "0",
  });
});

test("portal rows are created with the record; only an edit returns which", async () => {
  const { server, token, answer } = await create({
    fieldData: { name: "Eve" },
    portalData: { "my.pets #1": [{ "Pets::name": "Kit" }, { "Pets::name": "Kat", "Pets::legs": 3 }] },
  });
  expect(answer.response).toEqual({ recordId: "8", modId: "0" });
  expect((await server.people("GET", "/layouts/Pets/records/16", { token })).response.data).toMatchObject([
    { fieldData: { owner: 5, name: "Kat", legs: 3, "People::name": "Eve" } },
  ]);
});

test("a related field outside of portals creates the first related record", async () => {
  const { server, answer } = await create({ fieldData: { name: "Eve", "Pets::name": "Only" } });
  expect(answer.code).toBe("0");
  expect(server.world.database("People")?.tables.get("pets")?.records.size).toBe(5);
});

test("dates follow dateformats, and a date in another format gets 500", async () => {
  const { server, token, answer } = await create({
    fieldData: { name: "Eve", born: "2003-02-01", seen: "2003-02-01T10:00:00" },
    dateformats: 2,
  });
  expect(await fieldsOf(server, token, answer.response.recordId)).toMatchObject({
    born: "02/01/2003",
    seen: "02/01/2003 10:00:00",
  });
  expect((await create({ fieldData: { name: "Eve", born: "1/2/2003" }, dateformats: 2 })).answer.code).toBe("500");
  expect((await create({ fieldData: { name: "Eve", born: "31/12/2003" }, dateformats: 1 })).answer.code).toBe("0");
});

test("entrymode script skips validation for data entry, but not validation that always applies", async () => {
  const options = { entrymode: "script" };
  expect((await create({ fieldData: { age: 900 }, options })).answer.code).toBe("0");
  expect((await create({ fieldData: { colour: "pink" }, options })).answer.code).toBe("506");
});

test("prohibitmode script enters into fields that prohibit modification", async () => {
  expect((await create({ fieldData: { name: "Eve", id: 77 } })).answer.code).toBe("201");
  const { server, token, answer } = await create({
    fieldData: { name: "Eve", id: 77 },
    options: { prohibitmode: "script" },
  });
  expect(await fieldsOf(server, token, answer.response.recordId)).toMatchObject({ id: 77 });
});

test("scripts see the new record", async () => {
  const { server, token, answer } = await create({
    fieldData: { name: "Eve" },
    script: "Rename",
    "script.param": "Eva",
  });
  expect(answer.response).toEqual({ recordId: "8", modId: "1", scriptError: "0" });
  expect(await fieldsOf(server, token, 8)).toMatchObject({ name: "Eva" });
});

test.each([
  [{ fieldData: {} }, 500, "509"],
  [{ fieldData: { name: "" } }, 500, "509"],
  [{ fieldData: { name: "E", code: "a1" } }, 500, "504"],
  [{ fieldData: { name: "E", code: "toolong" } }, 500, "511"],
  [{ fieldData: { name: "E", age: 151 } }, 500, "503"],
  [{ fieldData: { name: "E", age: "old" } }, 500, "502"],
  [{ fieldData: { name: "E", colour: "pink" } }, 500, "506"],
  [{ fieldData: { name: "E", born: "13/13/2000" } }, 500, "500"],
  [{ fieldData: { name: "E", born: "2/30/2000" } }, 500, "500"],
  [{ fieldData: { name: "E", wakes: "early" } }, 500, "501"],
  [{ fieldData: { name: "E", wakes: "25:00:00" } }, 500, "501"],
  [{ fieldData: { name: "E", shoe: "x" } }, 500, "102"],
  [{ fieldData: { name: "E", "nick(4)": "x" } }, 500, "102"],
  [{ fieldData: { name: "E", label: "x" } }, 500, "201"],
  [{ fieldData: { name: "E", total: "x" } }, 500, "201"],
  [{ fieldData: { name: "E", picture: "x" } }, 500, "201"],
  [{ fieldData: { name: { a: 1 } } }, 400, "960"],
  [{ fieldData: { name: ["a"] } }, 400, "960"],
  [{ fieldData: [] }, 400, "960"],
  [{ fieldData: { name: "E" }, options: { entrymode: "boss" } }, 400, "960"],
  [{ fieldData: { name: "E" }, colour: 1 }, 400, "960"],
  [{ fieldData: { name: "E" }, portalData: { QuadPets: [{ "QuadPets::name": "x" }] } }, 500, "101"],
  [{ fieldData: { name: "E" }, portalData: { nothing: [{}] } }, 500, "102"],
  [{ fieldData: { name: "E" }, portalData: { "my.pets #1": [{ "Pets::owner": "x" }] } }, 500, "102"],
  [{ fieldData: { name: "E" }, script: "Nothing" }, 500, "104"],
])("%j is rejected with %i and %s, and nothing is stored", async (body, status, code) => {
  const { server, answer } = await create(body);
  expect(answer).toMatchObject({ status, code });
  const tables = server.world.database("People")?.tables;
  expect(tables?.get("people")?.records.size).toBe(4);
  expect(tables?.get("pets")?.records.size).toBe(4);
});

test("an account without create permission gets 9", async () => {
  expect((await create({ fieldData: { name: "E" } }, "reader:reader-pass")).answer).toMatchObject({
    status: 500,
    code: "9",
  });
});

test("without a JSON type nothing is created", async () => {
  const server = await aServer({ world: smallWorld() });
  const answer = await server.people("POST", RECORDS, { token: await server.login(), body: '{"fieldData":{}}' });
  expect(answer.status).toBe(415);
});
