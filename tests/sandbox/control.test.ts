import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { aServer, basic } from "./support/a-server.ts";

test("the state reports sessions, requests, faults, and files, but no secrets", async () => {
  const server = await aServer();
  const token = await server.login();
  await server.people("GET", "/layouts", { token });
  const answer = await server.ask("GET", "/sandbox/state");
  expect(answer.json).toMatchObject({
    openSessions: 1,
    openAdminSessions: 0,
    logins: 1,
    calls: 2,
    byOperation: { login: 1, getLayouts: 1 },
    activeFaults: [],
    databases: [
      { name: "People", status: "NORMAL", records: { People: 4, Pets: 4 } },
      { name: "Other" },
      { name: "Asleep" },
    ],
  });
  expect(answer.text).not.toContain(token);
  expect(answer.text).not.toContain("full-pass");
});

test("faults are set, listed, and cleared", async () => {
  const server = await aServer();
  const set = await server.ask("PUT", "/sandbox/faults", { body: { faults: [{ kind: "stopped" }] } });
  expect(set.json).toMatchObject({ activeFaults: [{ kind: "stopped" }] });
  expect((await server.ask("GET", "/fmi/data/v2/productInfo")).status).toBe(502);
  expect((await server.ask("DELETE", "/sandbox/faults")).json).toMatchObject({ activeFaults: [] });
  expect((await server.ask("GET", "/fmi/data/v2/productInfo")).status).toBe(200);
});

test("the clock can be turned", async () => {
  const server = await aServer();
  await server.login();
  const answer = await server.ask("POST", "/sandbox/clock", { body: { advanceSeconds: 900 } });
  expect(answer.json).toMatchObject({ openSessions: 0 });
});

test("the world can be reset or replaced", async () => {
  const server = await aServer();
  const token = await server.login();
  await server.people("DELETE", "/layouts/People/records/1", { token });
  expect((await server.ask("POST", "/sandbox/world", { body: {} })).json).toMatchObject({
    databases: [{ records: { People: 4 } }, {}, {}],
  });
  expect((await server.people("GET", "/layouts", { token })).code).toBe("952");
  const world = { databases: [{ name: "New", accounts: [{ name: "a", password: "b" }] }] };
  expect((await server.ask("POST", "/sandbox/world", { body: { world } })).json).toMatchObject({
    databases: [{ name: "New" }],
  });
  const login = await server.ask("POST", "/fmi/data/v2/databases/New/sessions", { body: {}, headers: basic("a:b") });
  expect(login.code).toBe("0");
});

test.each([
  ["PUT", "/sandbox/faults", { faults: [{ kind: "bad luck" }] }, "faults"],
  ["PUT", "/sandbox/faults", { faults: [{ kind: "stopped", path: "(" }] }, "regular expression"],
  ["POST", "/sandbox/clock", { advanceSeconds: -1 }, "advanceSeconds"],
  ["POST", "/sandbox/world", { world: { databases: [{}] } }, "databases[0].name"],
  ["POST", "/sandbox/world", { world: { databases: [{ name: "A" }, { name: "a" }] } }, "databases[1].name"],
])("%s %s with %j is rejected and says why", async (method, path, body, part) => {
  const server = await aServer();
  const answer = await server.ask(method, path, { body });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(part);
  expect((await server.people("GET", "/layouts", { token: await server.login() })).code).toBe("0");
});

test("a body that isn't JSON, or isn't declared as JSON, is rejected", async () => {
  const server = await aServer();
  expect((await server.ask("POST", "/sandbox/clock", { body: "advanceSeconds=1" })).status).toBe(415);
  const headers = { "content-type": "application/json" };
  expect((await server.ask("POST", "/sandbox/clock", { body: "{", headers })).status).toBe(400);
  expect((await server.ask("GET", "/sandbox/nothing")).status).toBe(404);
});

const elsewhere = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === "IPv4")?.address;

test.runIf(elsewhere !== undefined)("remote callers get 404", async () => {
  const server = await aServer({ host: "0.0.0.0" });
  const { port } = new URL(server.origin);
  expect((await fetch(`http://127.0.0.1:${port}/sandbox/state`)).status).toBe(200);
  expect((await fetch(`http://${elsewhere}:${port}/sandbox/state`)).status).toBe(404);
  expect((await fetch(`http://${elsewhere}:${port}/fmi/data/v2/productInfo`)).status).toBe(200);
});
