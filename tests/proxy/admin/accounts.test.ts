import { afterAll, beforeEach, expect } from "vitest";
import { guessable, guesses } from "../../support/secrets/guesses.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService(guessable());
afterAll(() => service.stop());
beforeEach(() => service.turn(3 * 3_600_000));

const base = "/svc/fmi/admin/v2";
const { anAddress, spend } = guesses(service);
const list = (user: string, pass: string, address = anAddress()) =>
  service.raw("GET", `${base}/databases`, {
    headers: { "X-Forwarded-For": address, Authorization: basicAuth(user, pass) },
  });
const logIn = (user: string, pass: string, address = anAddress()) =>
  service.raw("POST", `${base}/user/auth`, {
    headers: { "X-Forwarded-For": address, Authorization: basicAuth(user, pass) },
  });

verifies("proxy:admin:account", async () => {
  const key = await service.anAdminKey();
  expect(await service.raw("GET", `${base}/databases`, { key })).toSucceed();
  // Past the recent check of the account that created the key.
  await service.turn(61_000);
  const before = service.sandbox.counters.adminLogins;
  for (let times = 0; times < 3; times += 1) {
    const answer = await list("admin", "admin-pass");
    expect(answer).toSucceed();
    expect(answer.headers).not.toHaveProperty("x-fm-access-token");
  }
  // One login to check the account; the calls use the key's session.
  expect(service.sandbox.counters.adminLogins - before).toBe(1);
  expect(service.sandbox.counters.openAdminSessions()).toBe(1);
  await service.turn(61_000);
  await list("admin", "admin-pass");
  expect(service.sandbox.counters.adminLogins - before).toBe(2);
});

verifies("proxy:admin:account-limited", async () => {
  await spend(async () => {
    const answer = await list("admin", "wrong");
    expect(answer).toRefuseLikeAdminApi("account_refused");
    return answer;
  });
  const { adminCalls } = service.sandbox.counters;
  const answer = await list("Admin", "admin-pass");
  expect(answer).toRefuseLikeAdminApi("too_many_attempts");
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  expect(service.sandbox.counters.adminCalls).toBe(adminCalls);
});

verifies(
  "proxy:admin:account-limited",
  "logins through the proxy and requests to the management API count together",
  async () => {
    const management = (pass: string) =>
      service.raw("GET", "/svc/api/api-key", {
        headers: { "X-Forwarded-For": anAddress(), Authorization: basicAuth("admin", pass) },
      });
    const ways = [() => logIn("admin", "wrong"), () => logIn("ADMIN", "wrong"), () => list("admin", "wrong")];
    let tries = 0;
    await spend(async () => {
      tries += 1;
      const answer = await (ways[tries % 4] ?? (() => management("wrong")))();
      expect(answer.status).toBe(401);
      return answer;
    });
    expect(await logIn("admin", "admin-pass")).toRefuseLikeAdminApi("too_many_attempts");
    expect((await management("admin-pass")).status).toBe(429);
  },
);

verifies("proxy:admin:account-limited", "per address as well, and a locked account isn't a wrong one", async () => {
  const address = anAddress();
  let names = 0;
  await spend(() => logIn(`someone ${names++}`, "x", address));
  expect(await logIn("admin", "admin-pass", address)).toRefuseLikeAdminApi("too_many_attempts");
  await service.turn(61_000);
  expect(await logIn("admin", "admin-pass")).toSucceed();
});

verifies(
  "proxy:admin:account-limited",
  "a server without a free session, or a stopped one, says nothing about a password",
  async () => {
    for (const fault of ["tooManySessions", "stopped"] as const) {
      service.sandbox.faults.set({ kind: fault });
      for (let call = 0; call < 6; call += 1)
        expect((await logIn("admin", "admin-pass")).status).toBeGreaterThanOrEqual(500);
      service.sandbox.faults.clear();
      expect(await logIn("admin", "admin-pass")).toSucceed();
    }
  },
);
