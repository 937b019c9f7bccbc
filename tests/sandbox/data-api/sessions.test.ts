import { expect, test } from "vitest";
import { aServer, basic } from "../support/a-server.ts";
import { smallWorld } from "../support/small-world.ts";

const MINUTE = 60_000;

test("a session lives fifteen minutes from its last request", async () => {
  const server = await aServer();
  const token = await server.login();
  server.advance(14 * MINUTE);
  expect((await server.people("GET", "/layouts", { token })).status).toBe(200);
  server.advance(14 * MINUTE);
  expect((await server.people("GET", "/layouts", { token })).status).toBe(200);
  server.advance(15 * MINUTE);
  const answer = await server.people("GET", "/layouts", { token });
  expect(answer.status).toBe(401);
  expect(answer.text).toBe(
    '{"messages":[{"code":"952","message":"Invalid FileMaker Data API token (*)"}],"response":{}}',
  );
  expect(server.counters.openSessions()).toBe(0);
});

test("a request without Authorization gets a specific error", async () => {
  const server = await aServer();
  const answer = await server.people("GET", "/layouts");
  expect(answer.status).toBe(401);
  expect(answer.text).toBe(
    '{"messages":[{"code":"10","message":"Request validation failed: Parameter (Authorization) is required"}],"response":{}}',
  );
});

test("Basic on a request that needs a token isn't a valid token", async () => {
  const server = await aServer();
  expect((await server.people("GET", "/layouts", { headers: basic("full:full-pass") })).code).toBe("952");
});

test("a token is valid for the spelling it was created with, with or without the extension", async () => {
  const server = await aServer();
  const token = await server.login();
  expect((await server.ask("GET", "/fmi/data/v2/databases/People.fmp12/layouts", { token })).status).toBe(200);
  expect((await server.ask("GET", "/fmi/data/v2/databases/PEOPLE/layouts", { token })).code).toBe("952");
  expect((await server.ask("GET", "/fmi/data/v2/databases/Other/layouts", { token })).code).toBe("952");
});

test("requests of one session run one after another, those of two at the same time", async () => {
  const server = await aServer();
  const [mine, yours] = [await server.login(), await server.login()];
  const ended: string[] = [];
  const slow = server.people("GET", "/layouts/People/script/Slow", { token: mine }).then(() => ended.push("slow"));
  await expect.poll(() => server.counters.byOperation.runScript).toBe(1);
  const second = server.people("GET", "/layouts", { token: mine }).then(() => ended.push("second"));
  await server.people("GET", "/layouts", { token: yours }).then(() => ended.push("other session"));
  server.advance(60_000);
  await Promise.all([slow, second]);
  expect(ended).toEqual(["other session", "slow", "second"]);
});

test("a session that is closed during a request returns 112 to it and 952 to the waiting one", async () => {
  const server = await aServer();
  const token = await server.login();
  const running = server.people("GET", "/layouts/People/script/Slow", { token });
  await expect.poll(() => server.counters.byOperation.runScript).toBe(1);
  const waiting = server.people("GET", "/layouts", { token });
  await expect.poll(() => server.counters.byOperation.getLayouts).toBe(1);
  await server.people("DELETE", `/sessions/${token}`);
  server.advance(60_000);
  expect(await running).toMatchObject({ status: 500, code: "112" });
  expect((await waiting).code).toBe("952");
});

test("a running request keeps its session from becoming idle", async () => {
  const server = await aServer();
  const token = await server.login();
  const running = server.people("GET", "/layouts/People/script/Slow", { token });
  await expect.poll(() => server.counters.byOperation.runScript).toBe(1);
  server.advance(20 * MINUTE);
  expect((await running).code).toBe("0");
  expect((await server.people("GET", "/layouts", { token })).code).toBe("0");
});

test("the world can set the idle time", async () => {
  const server = await aServer({ world: smallWorld({ idleMinutes: 1 }) });
  const token = await server.login();
  server.advance(MINUTE);
  expect((await server.people("GET", "/layouts", { token })).code).toBe("952");
});
