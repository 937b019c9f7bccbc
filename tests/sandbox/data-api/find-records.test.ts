import { expect, test } from "vitest";
import { aServer } from "../support/a-server.ts";

const FIND = "/layouts/People/_find";

async function find(body: Record<string, unknown>, path = FIND) {
  const server = await aServer();
  const answer = await server.people("POST", path, { token: await server.login(), body });
  const rows = (answer.response.data ?? []) as readonly { readonly recordId: string }[];
  return { answer, ids: rows.map(({ recordId }) => recordId) };
}

test.each([
  [{ name: "mill" }, ["1", "7"]],
  [{ name: "TEST" }, ["2"]],
  [{ name: "miller ann" }, ["1"]],
  [{ name: "ill" }, []],
  [{ name: "=miller" }, ["1", "7"]],
  [{ name: "=mill" }, []],
  [{ name: "==Dan Miller" }, ["7"]],
  [{ name: "==Dan" }, []],
  [{ name: '"ann mil"' }, ["1"]],
  [{ name: '*"ler"' }, ["1", "7"]],
  [{ name: "m*r" }, ["1", "7"]],
  [{ name: "*esting" }, ["2"]],
  [{ name: "B@b" }, ["2"]],
  [{ code: "@#" }, ["1", "2", "4", "7"]],
  [{ code: "A\\#" }, []],
  [{ name: "A...C" }, ["1", "2"]],
  [{ name: "≥Cleo" }, ["4", "7"]],
  [{ code: "<B2" }, ["1"]],
  [{ nick: "Nan" }, ["1"]],
  [{ "nick(1)": "Nan" }, []],
  [{ colour: "!" }, ["1", "7"]],
  [{ age: 46 }, ["1"]],
  [{ age: "46" }, ["1"]],
  [{ age: ">5" }, ["1", "2"]],
  [{ age: "≤36" }, ["2", "4"]],
  [{ age: "5...40" }, ["2", "4"]],
  [{ age: "=" }, ["7"]],
  [{ age: "==" }, ["7"]],
  [{ age: "*" }, ["1", "2", "4"]],
  [{ age: "4*" }, ["1"]],
  [{ salary: "?" }, ["2"]],
  [{ born: "2/28/1980" }, ["1"]],
  [{ born: "1990" }, ["2"]],
  [{ born: "12/1990" }, ["2"]],
  [{ born: ">1/1/1985" }, ["2", "7"]],
  [{ born: "1/1/1980...12/31/1990" }, ["1", "2"]],
  [{ born: "*/28/*" }, ["1"]],
  [{ born: "=" }, ["4"]],
  [{ seen: "3/1/2026" }, ["1"]],
  [{ seen: "3/1/2026 12:00" }, ["1"]],
  [{ seen: "3/1/2026 12:01" }, []],
  [{ wakes: "6:30" }, ["1"]],
  [{ wakes: "<7:00" }, ["1"]],
  [{ label: "Ann" }, ["1"]],
  [{ "Pets::name": "nemo" }, ["2"]],
  [{ "Pets::legs": "4" }, ["1"]],
  [{ picture: "*" }, ["1", "4"]],
])("%j finds %j", async (criteria, expected) => {
  expect((await find({ query: [criteria] })).ids).toEqual(expected);
});

test("requests add up, the criteria of one are combined, and omit removes, in order", async () => {
  expect((await find({ query: [{ colour: "red" }, { name: "bob" }] })).ids).toEqual(["1", "2", "7"]);
  expect((await find({ query: [{ colour: "red", name: "dan" }] })).ids).toEqual(["7"]);
  expect((await find({ query: [{ name: "*" }, { colour: "red", omit: "true" }] })).ids).toEqual(["2", "4"]);
  expect((await find({ query: [{ colour: "red", omit: true }] })).ids).toEqual(["2", "4"]);
  expect((await find({ query: [{ colour: "red", omit: "true" }, { name: "dan" }] })).ids).toEqual(["2", "4", "7"]);
  expect((await find({ query: [{ colour: "red" }, { name: "ann", omit: "false" }] })).ids).toEqual(["1", "7"]);
});

test("today is the server's date", async () => {
  const server = await aServer({ clock: { now: () => Date.UTC(2026, 1, 28, 23, 30) } });
  const token = await server.login();
  await server.people("PATCH", "/layouts/People/records/7", {
    token,
    body: { fieldData: { seen: "03/01/2026 08:00:00" } },
  });
  const answer = await server.people("POST", FIND, { token, body: { query: [{ seen: "//" }] } });
  expect(answer.response.dataInfo).toMatchObject({ foundCount: 2 });
});

test("dateformats also applies to the criteria", async () => {
  expect((await find({ query: [{ born: "1990-12-01" }], dateformats: 2 })).ids).toEqual(["2"]);
  expect((await find({ query: [{ born: "1/12/1990" }], dateformats: "1" })).ids).toEqual(["2"]);
  expect((await find({ query: [{ born: "1990-12-01" }] })).answer).toMatchObject({ status: 500, code: "500" });
});

test("a find without results is HTTP 500 with code 401, in 84 bytes", async () => {
  const { answer } = await find({ query: [{ name: "nobody" }] });
  expect(answer.status).toBe(500);
  expect(answer.text).toBe('{"messages":[{"code":"401","message":"No records match the request"}],"response":{}}');
  expect(answer.text).toHaveLength(84);
});

test("a found set is sorted and limited like a range, and summaries cover all of it", async () => {
  const { answer, ids } = await find({
    query: [{ age: "*" }],
    sort: [{ fieldName: "age", sortOrder: "descend" }],
    offset: "2",
    limit: 1,
    portal: [],
  });
  expect(ids).toEqual(["2"]);
  expect(answer.response.dataInfo).toMatchObject({ totalRecordCount: 4, foundCount: 3, returnedCount: 1 });
  expect(answer.response.data).toMatchObject([{ fieldData: { total: 87 } }]);
});

test("portal ranges can be in the body or, as some clients send them, in the query", async () => {
  const body = { query: [{ name: "ann" }] };
  const inBody = await find({ ...body, "limit.my.pets #1": 1 });
  const inQuery = await find(body, `${FIND}?_limit.my.pets+%231=1`);
  for (const { answer } of [inBody, inQuery]) {
    expect(answer.response.data).toMatchObject([{ portalDataInfo: [{ returnedCount: 1 }, {}] }]);
  }
});

test("scripts run with a find", async () => {
  const body = {
    query: [{ name: "Zoe" }],
    "script.prerequest": "Rename",
    "script.prerequest.param": "Zoe",
    script: "JSON",
  };
  const { answer, ids } = await find(body);
  expect(ids).toEqual(["1"]);
  expect(answer.response).toMatchObject({ scriptResult: '{"a":[1]}', scriptError: "0", "scriptError.prerequest": "0" });
});

test.each([
  [{}, 400, "958"],
  [{ query: {} }, 400, "960"],
  [{ query: ["x"] }, 400, "960"],
  [{ query: [{ name: ["x"] }] }, 400, "960"],
  [{ query: [{ name: "a", omit: "maybe" }] }, 400, "960"],
  [{ query: [{ name: "a" }], limit: -1 }, 400, "960"],
  [{ query: [{ name: "a" }], _limit: 1 }, 400, "960"],
  [{ query: [] }, 500, "400"],
  [{ query: [{}] }, 500, "400"],
  [{ query: [{ name: "" }] }, 500, "400"],
  [{ query: [{ gNote: "first" }] }, 500, "400"],
  [{ query: [{ shoe: "1" }] }, 500, "102"],
  [{ query: [{ born: "yesterday" }] }, 500, "500"],
  [{ query: [{ wakes: "early" }] }, 500, "501"],
  [{ query: [{ name: "*" }], offset: 5 }, 500, "101"],
  [{ query: [{ name: "*" }], script: "Nothing" }, 500, "104"],
])("%j is rejected with %i and %s", async (body, status, code) => {
  expect((await find(body)).answer).toMatchObject({ status, code });
});

test("malformed JSON gets 400, another content type 415", async () => {
  const server = await aServer();
  const token = await server.login();
  const json = { "content-type": "application/json;charset=utf-8" };
  expect(await server.people("POST", FIND, { token, body: "{", headers: json })).toMatchObject({
    status: 400,
    code: "1710",
  });
  expect((await server.people("POST", FIND, { token, body: "[]", headers: json })).code).toBe("960");
  expect(await server.people("POST", FIND, { token, body: "{}" })).toMatchObject({ status: 415 });
});
