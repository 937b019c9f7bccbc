import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { startServer } from "../../../sandbox/fmserver/server.ts";
import { call } from "../../support/http/call.ts";
import { recordsPath } from "../../support/http/records-path.ts";
import { latchkeyProcess } from "../../support/programs/latchkey-process.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import { adminAccount } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

/** Starts two processes on one data folder, with one server and a key. */
async function twoProcesses() {
  const server = await startServer();
  onTestFinished(() => server.close());
  const environment = { DATA_DIR: join(scratchFolder(), "data"), FMS_URL: server.origin };
  // One after the other: the first creates the folder and its key.
  const one = await latchkeyProcess(environment);
  const two = await latchkeyProcess(environment);
  const { body } = await call(one.baseUrl, "POST", "/svc/api/api-key", {
    headers: { Authorization: adminAccount },
    json: { databases: ["Contacts"], label: "test", user: "api", pass: "demo-pass" },
  });
  const key: string = body.response.key;
  const open = server.counters.openSessions();
  const logins = server.counters.logins;
  return { server, one, two, key, open, logins };
}

verifies("proxy:pool:shared", async () => {
  const { server, one, two, key, open, logins } = await twoProcesses();
  // One call in each at a time: otherwise, calls might wait long enough for the pool to grow.
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all([one, two].map(({ baseUrl }) => call(baseUrl, "GET", recordsPath(), { key })));
    for (const answer of answers) expect(answer).toSucceed();
  }
  expect(server.counters.logins - logins).toBe(1);
  expect(server.counters.openSessions() - open).toBe(1);
});

verifies("proxy:pool:logout", async () => {
  const { server, one, two, key, open } = await twoProcesses();
  expect(await call(one.baseUrl, "GET", recordsPath(), { key })).toSucceed();
  expect(server.counters.openSessions() - open).toBe(1);
  const before = server.counters.logouts;
  expect(await one.terminate()).toEqual({ code: 0, signal: null });
  expect(server.counters.logouts - before).toBe(1);
  expect(server.counters.openSessions()).toBe(open);
  // The other one continues, and ends cleanly.
  expect(await call(two.baseUrl, "GET", recordsPath(), { key })).toSucceed();
  expect(await two.terminate()).toEqual({ code: 0, signal: null });
  expect(server.counters.openSessions()).toBe(open);
});

verifies("proxy:pool:logout", "an unavailable server doesn't delay the process", async () => {
  const { server, one, two, key } = await twoProcesses();
  expect(await call(one.baseUrl, "GET", recordsPath(), { key })).toSucceed();
  await server.close();
  expect(await one.terminate()).toEqual({ code: 0, signal: null });
  expect(await two.terminate()).toEqual({ code: 0, signal: null });
});
