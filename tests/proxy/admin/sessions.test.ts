import { afterAll, beforeEach, expect, onTestFinished } from "vitest";
import { adminApi } from "#shared/filemaker/admin-api.ts";
import { adminApiDatabase, adminSessionServer } from "#shared/filemaker/sessions/admin-session-server.ts";
import { loginThrottle } from "#shared/filemaker/sessions/login-throttle.ts";
import { sessionPool } from "#shared/filemaker/sessions/session-pool.ts";
import { adminApiSessionPolicy } from "#shared/filemaker/sessions/session-server.ts";
import { sessionStore } from "#shared/filemaker/sessions/session-store.ts";
import { undiciOutbound } from "#shared/filemaker/wire/undici-outbound.ts";
import { credentialIds } from "#shared/keys/credential-id.ts";
import { systemIds } from "#shared/node/ids.ts";
import { backgroundTasks } from "#shared/ports/background-tasks.ts";
import { guessable } from "../../support/secrets/guesses.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const administrators = Array.from({ length: 7 }, (_, place) => ({ name: `admin ${place}`, password: `pass ${place}` }));
const { sandbox } = guessable();
const world = {
  ...sandbox.world,
  admin: { ...sandbox.world.admin, accounts: [{ name: "admin", password: "admin-pass" }, ...administrators] },
};
const service = await testService({ sandbox: { world } });
afterAll(() => service.stop());
beforeEach(() => service.sandbox.faults.clear());

const minutes = 60_000;
const databases = "/svc/fmi/admin/v2/databases";
const list = (key: string) => service.raw("GET", databases, { key });
const logins = async (work: () => Promise<unknown>): Promise<number> => {
  const before = service.sandbox.counters.adminLogins;
  await work();
  return service.sandbox.counters.adminLogins - before;
};
/** Creates keys of the second and later accounts, which no other test's session uses. */
const keyOf = async (place: number): Promise<string> => {
  const { name, password } = administrators[place] as (typeof administrators)[number];
  const answer = await service.admin("POST", "/svc/api/admin-api-key", { label: "other", user: name, pass: password });
  expect(answer).toSucceed();
  return answer.body.response.key;
};
const drop = async (...keys: readonly string[]) => {
  await service.admin("POST", "/svc/api/admin-api-key/bulk-delete", { keys });
  await service.settle();
};

verifies("proxy:admin:one-session", async () => {
  const keys = [await service.anAdminKey(), await service.anAdminKey()];
  expect(await logins(() => Promise.all(Array.from({ length: 40 }, (_, call) => list(keys[call % 2] as string))))).toBe(
    1,
  );
  expect(service.sandbox.counters.openAdminSessions()).toBe(1);
  for (const key of keys) expect(await list(key)).toSucceed();
  await drop(...keys);
});

verifies("proxy:admin:one-session", "other processes find it in the table, and leave it there", async () => {
  const key = await keyOf(0);
  expect(await list(key)).toSucceed();
  const { name: user, password: pass } = administrators[0] as (typeof administrators)[number];
  const { table, vault } = service.openStores(service.clock);
  const outbound = undiciOutbound({ origin: service.sandbox.origin });
  onTestFinished(() => outbound.close());
  const store = sessionStore(table, vault, service.sandbox.origin);
  const other = sessionPool({
    store,
    promptStore: store,
    server: adminSessionServer(() => adminApi(outbound, async () => false, loginThrottle(service.clock))),
    policy: adminApiSessionPolicy,
    clock: service.clock,
    ids: systemIds(service.clock),
    background: backgroundTasks(service.runtime.platform.log),
  });
  const [credentialId] = await credentialIds(vault, "admin", { user, pass });
  const pool = other.pool({ credentialId, ...adminApiDatabase }, async () => ({ user, pass }));
  expect(await logins(async () => other.release(pool, await other.acquire(pool)))).toBe(0);
  expect(await logins(() => list(key))).toBe(0);
  table.close();
  await drop(key);
});

verifies("proxy:admin:session-returned", async () => {
  const [one, other] = [await keyOf(0), await keyOf(0)];
  await list(one);
  await drop(one);
  expect(service.sandbox.counters.openAdminSessions()).toBe(1);
  expect(await list(other)).toSucceed();
  await service.admin("DELETE", `/svc/api/admin-api-key/${other}`);
  await service.settle();
  expect(service.sandbox.counters.openAdminSessions()).toBe(0);
});

verifies("proxy:admin:session-returned", "when the service stops", async () => {
  const key = await service.anAdminKey();
  await list(key);
  expect(service.sandbox.counters.openAdminSessions()).toBe(1);
  await service.restart();
  expect(service.sandbox.counters.openAdminSessions()).toBe(0);
  expect(await list(key)).toSucceed();
  await drop(key);
});

verifies("proxy:admin:session-idle", async () => {
  const key = await service.anAdminKey();
  await list(key);
  await service.turn(9 * minutes);
  expect(await logins(() => list(key))).toBe(0);
  await service.turn(5 * minutes);
  await service.turn(5 * minutes);
  await service.turn(1 * minutes);
  await service.settle();
  expect(service.sandbox.counters.openAdminSessions()).toBe(0);
  expect(await logins(() => list(key))).toBe(1);
  await drop(key);
});

verifies("proxy:admin:dead-session", async () => {
  const key = await service.anAdminKey();
  await list(key);
  service.sandbox.faults.set({ kind: "deadToken", times: 1 });
  expect(await logins(async () => expect(await list(key)).toSucceed())).toBe(1);
  service.sandbox.faults.set({ kind: "deadToken", times: 1 });
  const answer = await service.raw("PATCH", "/svc/fmi/admin/v2/server/config/general", {
    key,
    json: { cacheSize: 512 },
  });
  expect(answer).toSucceed();
  await drop(key);
});

verifies("proxy:admin:dead-session", "never twice", async () => {
  const key = await service.anAdminKey();
  service.sandbox.faults.set({ kind: "deadToken", path: "/databases" });
  const answer = await list(key);
  expect(answer).toRefuseLikeAdminApi("token_refresh_failed");
  expect(service.sandbox.counters.openAdminSessions()).toBe(0);
  await drop(key);
});

verifies(
  "proxy:admin:no-session-left",
  "more accounts than the server has sessions can be checked at once",
  async () => {
    await drop(...(await Promise.all([...administrators.keys(), ...administrators.keys()].map(keyOf))));
  },
);

verifies("proxy:admin:no-session-left", "one of our idle sessions is ended to free one", async () => {
  const keys = await Promise.all([0, 1, 2, 3, 4, 5].map(keyOf));
  for (const key of keys) expect(await list(key)).toSucceed();
  expect(service.sandbox.counters.openAdminSessions()).toBe(5);
  // The evicted session is opened again as well, and the service's own calls still work.
  for (const key of keys) expect(await list(key)).toSucceed();
  expect((await service.admin("GET", "/svc/api/admin-api-key")).status).toBe(200);
  await drop(...keys);
  expect(service.sandbox.counters.openAdminSessions()).toBe(0);
});

verifies("proxy:admin:no-session-left", async () => {
  const key = await service.anAdminKey();
  service.sandbox.faults.set({ kind: "tooManySessions" });
  const { failedAdminLogins } = service.sandbox.counters;
  const waiting = list(key);
  while (service.sandbox.counters.failedAdminLogins < failedAdminLogins + 2) await service.turn(250);
  await service.turn(3_000);
  const answer = await waiting;
  expect(answer).toRefuseLikeAdminApi("sessions_exhausted");
  expect([answer.status, answer.body.messages[0].code]).toEqual([503, "956"]);
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  service.sandbox.faults.clear();
  expect(await list(key)).toSucceed();
  await drop(key);
});

verifies("proxy:admin:no-session-left", "a session that others release in time is used", async () => {
  const key = await service.anAdminKey();
  service.sandbox.faults.set({ kind: "tooManySessions", times: 1 });
  const waiting = list(key);
  while (service.sandbox.counters.faults === 0) await service.turn(250);
  await service.turn(500);
  await service.turn(500);
  expect(await waiting).toSucceed();
  await drop(key);
});

verifies("proxy:admin:refused-account", async () => {
  const key = await service.anAdminKey();
  service.sandbox.faults.set({ kind: "wrongPassword" });
  const answer = await list(key);
  expect(answer).toRefuseLikeAdminApi("stored_credentials_refused");
  expect(Number(answer.headers["retry-after"])).toBeLessThanOrEqual(30);
  service.sandbox.faults.clear();
  const { adminCalls } = service.sandbox.counters;
  expect(await list(key)).toRefuseLikeAdminApi("stored_credentials_refused");
  expect(service.sandbox.counters.adminCalls).toBe(adminCalls);
  await service.turn(30_000);
  expect(await list(key)).toSucceed();
  await drop(key);
});
