import { expect, test } from "vitest";
import { aServer } from "../support/a-server.ts";

const PATH = "/fmi/data/vLatest/validateSession";

test("an idle session is valid and not in use, and the message says the opposite", async () => {
  const server = await aServer();
  const token = await server.login();
  const answer = await server.ask("GET", PATH, { token });
  expect(answer.text).toBe('{"response":{"isSessionInUse":false},"messages":[{"message":"OK","code":"0"}]}');
});

test("a session with a running request is in use, and the response doesn't wait for it", async () => {
  const server = await aServer();
  const token = await server.login();
  const running = server.people("GET", "/layouts/People/script/Slow", { token });
  await expect.poll(() => server.counters.byOperation.runScript).toBe(1);
  expect((await server.ask("GET", PATH, { token })).response).toEqual({ isSessionInUse: true });
  server.advance(60_000);
  expect((await running).code).toBe("0");
});

test("validating counts as use", async () => {
  const server = await aServer();
  const token = await server.login();
  server.advance(14 * 60_000);
  await server.ask("GET", PATH, { token });
  server.advance(14 * 60_000);
  expect((await server.ask("GET", PATH, { token })).code).toBe("0");
});

test("an unknown token gets 952, and a missing one 10", async () => {
  const server = await aServer();
  expect(await server.ask("GET", PATH, { token: "x" })).toMatchObject({ status: 401, code: "952" });
  expect(await server.ask("GET", PATH)).toMatchObject({ status: 401, code: "10" });
});
