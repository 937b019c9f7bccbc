import { expect, test } from "vitest";
import { aServer } from "../support/a-server.ts";

test("a deleted record is gone, together with its dependent records", async () => {
  const server = await aServer();
  const token = await server.login();
  const answer = await server.people("DELETE", "/layouts/People/records/1", { token });
  expect(answer.text).toBe('{"response":{},"messages":[{"code":"0","message":"OK"}]}');
  expect(await server.people("DELETE", "/layouts/People/records/1", { token })).toMatchObject({
    status: 500,
    code: "101",
  });
  expect([...(server.world.database("People")?.tables.get("pets")?.records.keys() ?? [])]).toEqual([14]);
});

test("a two-byte body causes no harm, and scripts are in the query", async () => {
  const server = await aServer();
  const path = "/layouts/Pets/records/14?script=Echo&script.param=bye";
  const answer = await server.people("DELETE", path, { token: await server.login(), body: {} });
  expect(answer.response).toEqual({ scriptResult: "bye", scriptError: "0" });
});

test("deleting everything leaves a table whose range returns 101", async () => {
  const server = await aServer();
  const token = await server.login();
  for (const id of [11, 12, 13, 14]) await server.people("DELETE", `/layouts/Pets/records/${id}`, { token });
  expect(await server.people("GET", "/layouts/Pets/records", { token })).toMatchObject({ status: 500, code: "101" });
});

test("an account without delete permission gets 200", async () => {
  const server = await aServer();
  const token = await server.login("reader:reader-pass");
  expect(await server.people("DELETE", "/layouts/People/records/1", { token })).toMatchObject({
    status: 500,
    code: "200",
  });
});
