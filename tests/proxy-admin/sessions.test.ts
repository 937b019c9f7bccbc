import { afterAll, beforeEach, expect, onTestFinished } from "vitest";
import { adminApi } from "../../shared/filemaker/admin-api.ts";
import { adminPlace, adminSessionServer } from "../../shared/filemaker/admin-session-server.ts";
import { undiciOutbound } from "../../shared/filemaker/outbound.ts";
import { sessionPool } from "../../shared/filemaker/session-pool.ts";
import { adminApiHabits } from "../../shared/filemaker/session-server.ts";
import { sessionStore } from "../../shared/filemaker/session-store.ts";
import { credentialIds } from "../../shared/keys/credential-id.ts";
import { systemIds } from "../../shared/node/ids.ts";
import { background } from "../../shared/ports/background.ts";
import { guessable } from "../support/guesses.ts";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";

const administrators = Array.from({ length: 7 }, (_, place) => ({ name: `admin ${place}`, password: `pass ${place}` }));
const { sandbox } = guessable();
const world = {
  ...sandbox.world,
  admin: { ...sandbox.world.admin, accounts: [{ name: "admin", password: "admin-pass" }, ...administrators] },
};
const home = await house({ sandbox: { world } });
afterAll(() => home.stop());
beforeEach(() => home.sandbox.faults.clear());

const minutes = 60_000;
const databases = "/svc/fmi/admin/v2/databases";
const list = (key: string) => home.raw("GET", databases, { key });
const logins = async (work: () => Promise<unknown>): Promise<number> => {
  const before = home.sandbox.counters.adminLogins;
  await work();
  return home.sandbox.counters.adminLogins - before;
};
/** Keys of the second account and those after it: no other test's session stands for them. */
const keyOf = async (place: number): Promise<string> => {
  const { name, password } = administrators[place] as (typeof administrators)[number];
  const answer = await home.admin("POST", "/svc/api/admin-api-key", { label: "other", user: name, pass: password });
  expect(answer).toSucceed();
  return answer.body.response.key;
};
const drop = async (...keys: readonly string[]) => {
  await home.admin("POST", "/svc/api/admin-api-key/bulk-delete", { keys });
  await home.settle();
};

verifies("proxy:admin:one-session", async () => {
  const keys = [await home.anAdminKey(), await home.anAdminKey()];
  expect(await logins(() => Promise.all(Array.from({ length: 40 }, (_, call) => list(keys[call % 2] as string))))).toBe(
    1,
  );
  expect(home.sandbox.counters.openAdminSessions()).toBe(1);
  for (const key of keys) expect(await list(key)).toSucceed();
  await drop(...keys);
});

verifies("proxy:admin:one-session", "other processes find it in the table, and leave it there", async () => {
  const key = await keyOf(0);
  expect(await list(key)).toSucceed();
  const { name: user, password: pass } = administrators[0] as (typeof administrators)[number];
  const { table, vault } = home.elsewhere(home.clock);
  const outbound = undiciOutbound({ origin: home.sandbox.origin });
  onTestFinished(() => outbound.close());
  const other = sessionPool({
    store: sessionStore(table, vault, home.sandbox.origin),
    server: adminSessionServer(() => adminApi(outbound, async () => false)),
    habits: adminApiHabits,
    clock: home.clock,
    ids: systemIds(home.clock),
    background: background(home.runtime.platform.log),
  });
  const [credentialId] = await credentialIds(vault, "admin", { user, pass });
  const pool = other.pool({ credentialId, ...adminPlace }, async () => ({ user, pass }));
  expect(await logins(async () => other.release(pool, await other.acquire(pool)))).toBe(0);
  expect(await logins(() => list(key))).toBe(0);
  table.close();
  await drop(key);
});

verifies("proxy:admin:session-returned", async () => {
  const [one, other] = [await keyOf(0), await keyOf(0)];
  await list(one);
  await drop(one);
  expect(home.sandbox.counters.openAdminSessions()).toBe(1);
  expect(await list(other)).toSucceed();
  await home.admin("DELETE", `/svc/api/admin-api-key/${other}`);
  await home.settle();
  expect(home.sandbox.counters.openAdminSessions()).toBe(0);
});

verifies("proxy:admin:session-returned", "with the stop of the service", async () => {
  const key = await home.anAdminKey();
  await list(key);
  expect(home.sandbox.counters.openAdminSessions()).toBe(1);
  await home.restart();
  expect(home.sandbox.counters.openAdminSessions()).toBe(0);
  expect(await list(key)).toSucceed();
  await drop(key);
});

verifies("proxy:admin:session-idle", async () => {
  const key = await home.anAdminKey();
  await list(key);
  await home.turn(9 * minutes);
  expect(await logins(() => list(key))).toBe(0);
  await home.turn(5 * minutes);
  await home.turn(5 * minutes);
  await home.turn(1 * minutes);
  await home.settle();
  expect(home.sandbox.counters.openAdminSessions()).toBe(0);
  expect(await logins(() => list(key))).toBe(1);
  await drop(key);
});

verifies("proxy:admin:dead-session", async () => {
  const key = await home.anAdminKey();
  await list(key);
  home.sandbox.faults.set({ kind: "deadToken", times: 1 });
  expect(await logins(async () => expect(await list(key)).toSucceed())).toBe(1);
  home.sandbox.faults.set({ kind: "deadToken", times: 1 });
  const answer = await home.raw("PATCH", "/svc/fmi/admin/v2/server/config/general", { key, json: { cacheSize: 512 } });
  expect(answer).toSucceed();
  await drop(key);
});

verifies("proxy:admin:dead-session", "never twice", async () => {
  const key = await home.anAdminKey();
  home.sandbox.faults.set({ kind: "deadToken", path: "/databases" });
  const answer = await list(key);
  expect(answer).toRefuseLikeAdminApi("token_refresh_failed");
  expect(home.sandbox.counters.openAdminSessions()).toBe(0);
  await drop(key);
});

verifies(
  "proxy:admin:no-session-left",
  "more accounts than the server has sessions can be checked at once",
  async () => {
    await drop(...(await Promise.all([...administrators.keys(), ...administrators.keys()].map(keyOf))));
  },
);

verifies("proxy:admin:no-session-left", "an idle session of ours makes room", async () => {
  const keys = await Promise.all([0, 1, 2, 3, 4, 5].map(keyOf));
  for (const key of keys) expect(await list(key)).toSucceed();
  expect(home.sandbox.counters.openAdminSessions()).toBe(5);
  // The one that had to go comes back as well, and calls of our own are not kept out.
  for (const key of keys) expect(await list(key)).toSucceed();
  expect((await home.admin("GET", "/svc/api/admin-api-key")).status).toBe(200);
  await drop(...keys);
  expect(home.sandbox.counters.openAdminSessions()).toBe(0);
});

verifies("proxy:admin:no-session-left", async () => {
  const key = await home.anAdminKey();
  home.sandbox.faults.set({ kind: "tooManySessions" });
  const { failedAdminLogins } = home.sandbox.counters;
  const waiting = list(key);
  while (home.sandbox.counters.failedAdminLogins < failedAdminLogins + 2) await home.turn(250);
  await home.turn(3_000);
  const answer = await waiting;
  expect(answer).toRefuseLikeAdminApi("sessions_exhausted");
  expect([answer.status, answer.body.messages[0].code]).toEqual([503, "956"]);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  home.sandbox.faults.clear();
  expect(await list(key)).toSucceed();
  await drop(key);
});

verifies("proxy:admin:no-session-left", "a session that others give back in time is taken", async () => {
  const key = await home.anAdminKey();
  home.sandbox.faults.set({ kind: "tooManySessions", times: 1 });
  const waiting = list(key);
  while (home.sandbox.counters.faults === 0) await home.turn(250);
  await home.turn(500);
  await home.turn(500);
  expect(await waiting).toSucceed();
  await drop(key);
});

verifies("proxy:admin:refused-account", async () => {
  const key = await home.anAdminKey();
  home.sandbox.faults.set({ kind: "wrongPassword" });
  const answer = await list(key);
  expect(answer).toRefuseLikeAdminApi("stored_credentials_refused");
  expect(Number(answer.headers["retry-after"])).toBeLessThanOrEqual(30);
  home.sandbox.faults.clear();
  const { adminCalls } = home.sandbox.counters;
  expect(await list(key)).toRefuseLikeAdminApi("stored_credentials_refused");
  expect(home.sandbox.counters.adminCalls).toBe(adminCalls);
  await home.turn(30_000);
  expect(await list(key)).toSucceed();
  await drop(key);
});
