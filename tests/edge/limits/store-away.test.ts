import { afterAll, beforeEach, expect } from "vitest";
import { StoreUnavailable, type Table } from "#shared/ports/table.ts";
import { guessable } from "../../support/secrets/guesses.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

let isAway = false;
/** True if the store becomes unavailable when an item that was just written is written again. */
let leavesAtSecondWrite = false;
const written = new Set<string>();
const service = await testService({
  ...guessable(),
  decorate: (platform) => ({ ...platform, table: leaving(platform.table) }),
});
afterAll(() => service.stop());
beforeEach(async () => {
  isAway = false;
  leavesAtSecondWrite = false;
  await service.turn(3 * 3_600_000);
});

let last = 0;
const logIn = (pass: string) => {
  last += 1;
  const headers = { "X-Forwarded-For": `192.0.2.${last}`, Authorization: basicAuth("admin", pass) };
  return service.raw("POST", "/svc/fmi/admin/v2/user/auth", { headers });
};

verifies("access:limits:store-down", "on the proxy as well, and the headers keep counting", async () => {
  const remaining = async () => /"account";r=(\d+)/.exec(String((await logIn("wrong")).headers.ratelimit))?.[1];
  expect([await remaining(), await remaining()]).toEqual(["19", "18"]);
  isAway = true;
  // The store's counts can't be read now; the counts in memory apply on their own.
  expect([await remaining(), await remaining()]).toEqual(["19", "18"]);
  for (let guess = 0; guess < 8; guess += 1) await logIn("wrong");
  await service.turn(61_000);
  for (let left = 9; left >= 0; left -= 1) expect(await remaining()).toBe(String(left));
  expect(await logIn("admin-pass")).toRefuseLikeAdminApi("too_many_attempts");
  isAway = false;
  expect(await logIn("admin-pass")).toRefuseLikeAdminApi("too_many_attempts");
  await service.turn(3 * 3_600_000);
  expect(await logIn("admin-pass")).toSucceed();
});

verifies("access:limits:store-down", "a store that fails in the middle of a count lets no guess through", async () => {
  for (let guess = 0; guess < 19; guess += 1) {
    if (guess === 10) await service.turn(61_000);
    await logIn("wrong");
  }
  written.clear();
  leavesAtSecondWrite = true;
  expect((await logIn("wrong")).status).toBe(401);
  leavesAtSecondWrite = false;
  isAway = false;
  expect(await logIn("admin-pass")).toRefuseLikeAdminApi("too_many_attempts");
});

/** Returns a table that becomes unavailable when a test says so. */
function leaving(table: Table): Table {
  const after =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>, keyOf: (...args: A) => string | undefined) =>
    async (...args: A) => {
      const key = keyOf(...args);
      if (leavesAtSecondWrite && key !== undefined && written.has(key)) isAway = true;
      if (key !== undefined) written.add(key);
      if (isAway) throw new StoreUnavailable("The store is away");
      return work(...args);
    };
  const none = () => undefined;
  return {
    get: after(table.get, none),
    query: after(table.query, none),
    put: after(table.put, ({ pk }) => pk),
    update: after(table.update, ({ pk }) => pk),
    delete: after(table.delete, ({ pk }) => pk),
    transact: after(table.transact, none),
  };
}
