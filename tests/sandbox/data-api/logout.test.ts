import { expect, test } from "vitest";
import { aServer } from "../support/a-server.ts";

test("a logout needs only the token in the path", async () => {
  const server = await aServer();
  const token = await server.login();
  const answer = await server.people("DELETE", `/sessions/${token}`);
  expect(answer.status).toBe(200);
  expect(answer.text).toBe('{"response":{},"messages":[{"code":"0","message":"OK"}]}');
  expect((await server.people("GET", "/layouts", { token })).code).toBe("952");
  expect(server.counters).toMatchObject({ logouts: 1 });
});

test("a body and a content type on a logout are accepted", async () => {
  const server = await aServer();
  const token = await server.login();
  expect((await server.people("DELETE", `/sessions/${token}`, { body: {} })).status).toBe(200);
});

test("an unknown token gets 952", async () => {
  const server = await aServer();
  expect(await server.people("DELETE", "/sessions/1234")).toMatchObject({ status: 401, code: "952" });
});

test("another file's path doesn't end a session", async () => {
  const server = await aServer();
  const token = await server.login();
  const answer = await server.ask("DELETE", `/fmi/data/vLatest/databases/Other/sessions/${token}`);
  expect(answer.code).toBe("952");
  expect(server.counters.openSessions()).toBe(1);
});
