import { expect, test } from "vitest";
import { aServer, type TestServer } from "../support/a-server.ts";

const ANN = "/layouts/People/records/1";

async function edit(body: unknown, path = ANN, account?: string) {
  const server = await aServer();
  const token = await server.login(account);
  return { server, token, answer: await server.people("PATCH", path, { token, body }) };
}

function petNames(server: TestServer): readonly unknown[] {
  const records = server.world.database("People")?.tables.get("pets")?.records.values() ?? [];
  return [...records].map(({ cells }) => cells.get("name"));
}

function ann(server: TestServer) {
  return server.world.database("People")?.tables.get("people")?.records.get(1);
}

test("an edit changes what it names and counts one modification", async () => {
  const { server, answer } = await edit({ fieldData: { code: "Z9", "nick(2)": "", age: "47" } });
  expect(answer.text).toBe('{"response":{"modId":"4"},"messages":[{"code":"0","message":"OK"}]}');
  expect(ann(server)?.cells.get("code")).toBe("Z9");
  expect(ann(server)?.cells.get("age")).toBe(47);
  expect(ann(server)?.cells.has("nick(2)")).toBe(false);
  expect(ann(server)?.cells.get("name")).toBe("Ann Miller");
});

test.each([{}, { fieldData: {} }])("%j changes nothing and isn't a modification", async (body) => {
  expect((await edit(body)).answer.response).toEqual({ modId: "3" });
});

test("the right modId allows an edit, another one returns 306 and changes nothing", async () => {
  expect((await edit({ fieldData: { code: "Z9" }, modId: "3" })).answer.response).toEqual({ modId: "4" });
  const { server, answer } = await edit({ fieldData: { code: "Z9" }, modId: "2" });
  expect(answer).toMatchObject({ status: 500, code: "306" });
  expect(ann(server)?.cells.get("code")).toBe("A1");
});

test("portal rows are edited by their ids and created without one", async () => {
  const { server, answer } = await edit({
    portalData: { "my.pets #1": [{ recordId: "11", modId: "0", "Pets::name": "Max" }, { "Pets::name": "New" }] },
  });
  expect(answer.response).toEqual({
    modId: "3",
    newPortalRecordInfo: [{ tableName: "Pets", recordId: "15", modId: "0" }],
  });
  expect(petNames(server)).toEqual(["Max", "Tweety", "Ace", "Nemo", "New"]);
});

test("related rows are deleted by name and id, one or several", async () => {
  expect(petNames((await edit({ fieldData: { deleteRelated: "Pets.12" } })).server)).toEqual(["Rex", "Ace", "Nemo"]);
  const { server } = await edit({ fieldData: { name: "A", deleteRelated: ["Pets.11", "Pets.13"] } });
  expect(petNames(server)).toEqual(["Tweety", "Nemo"]);
});

test("a related field with a row's id changes that row, with 0 it creates one", async () => {
  expect(petNames((await edit({ fieldData: { "Pets::name.12": "Birdie" } })).server)[1]).toBe("Birdie");
  expect(petNames((await edit({ fieldData: { "Pets::name.0": "Fresh" } })).server)[4]).toBe("Fresh");
});

test("a global in fieldData is set only for the session", async () => {
  const { server, token, answer } = await edit({ fieldData: { gNote: "mine" } });
  expect(answer.response).toEqual({ modId: "3" });
  const read = async (reader: string) => (await server.people("GET", ANN, { token: reader })).response.data;
  expect(await read(token)).toMatchObject([{ fieldData: { "gNote(1)": "mine" } }]);
  expect(await read(await server.login())).toMatchObject([{ fieldData: { "gNote(1)": "first" } }]);
});

test("scripts run with an edit", async () => {
  const { answer } = await edit({ fieldData: { code: "Z9" }, script: "Fail", "script.prerequest": "JSON" });
  expect(answer.response).toEqual({
    modId: "4",
    "scriptResult.prerequest": '{"a":[1]}',
    "scriptError.prerequest": "0",
    scriptResult: "sorry",
    scriptError: "123",
  });
});

test.each([
  [{ fieldData: { code: "OK", age: 500 } }, 500, "503"],
  [{ fieldData: { code: "OK", name: "" } }, 500, "509"],
  [{ fieldData: { code: "B2" } }, 500, "504"],
  [{ fieldData: { code: "OK", shoe: 1 } }, 500, "102"],
  [{ fieldData: { code: "OK", id: 1 } }, 500, "201"],
  [{ fieldData: { code: "OK", deleteRelated: "Pets.14" } }, 500, "101"],
  [{ fieldData: { code: "OK", deleteRelated: "Shoes.1" } }, 500, "102"],
  [{ fieldData: { code: "OK", "Pets::name.14": "x" } }, 500, "101"],
  [{ fieldData: { code: "OK" }, portalData: { "my.pets #1": [{ recordId: "14", "Pets::name": "x" }] } }, 500, "101"],
  [
    { fieldData: { code: "OK" }, portalData: { "my.pets #1": [{ recordId: "11", modId: "9", "Pets::name": "x" }] } },
    500,
    "306",
  ],
  [{ fieldData: { code: "OK" }, portalData: { "my.pets #1": {} } }, 400, "960"],
  [{ fieldData: { code: "OK" }, query: 1 }, 400, "960"],
])("%j is rejected with %i and %s, and nothing has changed", async (body, status, code) => {
  const { server, answer } = await edit(body);
  expect(answer).toMatchObject({ status, code });
  expect(ann(server)?.cells.get("code")).toBe("A1");
  expect(ann(server)?.modId).toBe(3);
  expect(petNames(server)).toEqual(["Rex", "Tweety", "Ace", "Nemo"]);
});

test("a field that was empty is empty again if the edit fails", async () => {
  const { server, answer } = await edit({ fieldData: { salary: 5, "nick(3)": "N", name: "" } });
  expect(answer.code).toBe("509");
  expect(ann(server)?.cells.has("salary")).toBe(false);
  expect(ann(server)?.cells.has("nick(3)")).toBe(false);
});

test("a missing record gets 101, PUT 405", async () => {
  const { server, token, answer } = await edit({ fieldData: {} }, "/layouts/People/records/99");
  expect(answer).toMatchObject({ status: 500, code: "101" });
  expect(await server.people("PUT", ANN, { token, body: {} })).toMatchObject({ status: 405, code: "1704" });
});

test("a read-only account gets 200, and 201 for a field without access", async () => {
  expect((await edit({ fieldData: { code: "Z" } }, ANN, "reader:reader-pass")).answer.code).toBe("200");
  expect((await edit({ fieldData: { salary: 1 } }, ANN, "reader:reader-pass")).answer.code).toBe("201");
});
