import { afterAll, beforeEach, expect, test } from "vitest";
import { addressGroup } from "#shared/http/address-group.ts";
import { guessable, guesses } from "../../support/secrets/guesses.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService(guessable());
afterAll(() => service.stop());
beforeEach(() => service.turn(3 * 3_600_000));

const { anAddress, basic, dataKey, spend } = guesses(service);
let names = 0;
const aName = () => `someone ${++names}`;

verifies("access:limits:per-address", async () => {
  const address = anAddress();
  await spend(() => (++names % 2 ? basic : dataKey)(address, aName()));
  for (const answer of [await basic(address, "admin", "admin-pass"), await dataKey(address, "api", "demo-pass")]) {
    expect(answer).toRefuseWith("too_many_attempts");
    expect(Number(answer.headers["retry-after"])).toBeLessThanOrEqual(60);
  }
  expect((await dataKey(anAddress(), "api", "demo-pass")).status).toBe(200);
});

verifies("access:limits:per-address", "an account that was accepted from there isn't affected", async () => {
  const address = anAddress();
  expect((await basic(address, "admin", "admin-pass")).status).toBe(200);
  await spend(() => dataKey(address, aName()));
  expect(await dataKey(address, aName())).toRefuseWith("too_many_attempts");
  await service.turn(2_000);
  expect((await basic(address, "admin", "admin-pass")).status).toBe(200);
});

verifies("access:limits:per-address", "keys aren't affected, because they can't be guessed", async () => {
  const key = await service.anAdminKey();
  const address = anAddress();
  await spend(() => basic(address, aName()));
  expect((await basic(address, aName())).status).toBe(429);
  const headers = { "X-Forwarded-For": address, Authorization: `Bearer ${key}` };
  expect((await service.raw("GET", "/svc/api/api-key", { headers })).status).toBe(200);
});

verifies("access:limits:success", "a success keeps the count of its address", async () => {
  const address = anAddress();
  let guesses = 0;
  await spend(async () => {
    guesses += 1;
    if (guesses === 20) expect((await basic(address, "admin", "admin-pass")).status).toBe(200);
    return basic(address, aName());
  });
  expect((await basic(address, aName())).status).toBe(429);
});

verifies("access:limits:window", "failures of an address expire too", async () => {
  const address = anAddress();
  for (let guess = 0; guess < 19; guess += 1) await basic(address, aName());
  await service.turn(15 * 60_000 + 1000);
  for (let guess = 0; guess < 19; guess += 1) expect((await basic(address, aName())).status).toBe(401);
});

verifies("access:limits:ipv6-network", async () => {
  let host = 0;
  await spend(() => basic(`2001:db8:1:2:${++host}::${host}`, aName()));
  expect((await basic("2001:db8:1:2:ffff:ffff:ffff:ffff", aName())).status).toBe(429);
  await service.turn(61_000);
  expect((await basic("2001:db8:1:3::1", aName())).status).toBe(401);
});

verifies("access:limits:per-upstream", async () => {
  for (let guess = 0; guess < 20; guess += 1) {
    expect((await basic(anAddress(), aName())).status).toBe(401);
  }
  const { adminCalls, calls } = service.sandbox.counters;
  for (const answer of [
    await basic(anAddress(), aName()),
    await basic(anAddress(), "admin", "admin-pass"),
    await dataKey(anAddress(), "api", "demo-pass"),
  ]) {
    expect(answer).toRefuseWith("too_many_attempts");
    expect(Number(answer.headers["retry-after"])).toBeLessThanOrEqual(60);
  }
  expect(service.sandbox.counters).toMatchObject({ adminCalls, calls });
});

verifies("access:limits:per-upstream", "a minute later, it accepts 20 again", async () => {
  for (let guess = 0; guess < 20; guess += 1) await basic(anAddress(), aName());
  expect((await basic(anAddress(), aName())).status).toBe(429);
  await service.turn(61_000);
  for (let guess = 0; guess < 20; guess += 1) expect((await basic(anAddress(), aName())).status).toBe(401);
  expect((await basic(anAddress(), aName())).status).toBe(429);
});

verifies(
  "access:limits:per-upstream",
  "an account is checked from where it was accepted before, a second later",
  async () => {
    const address = anAddress();
    expect((await dataKey(address, "api", "demo-pass")).status).toBe(200);
    for (let guess = 0; guess < 21; guess += 1) await basic(anAddress(), aName());
    const before = service.clock.now();
    expect((await dataKey(address, "api", "demo-pass")).status).toBe(200);
    expect(service.clock.now() - before).toBeGreaterThanOrEqual(1_000);
  },
);

test("addresses are grouped by the range that one client can use", () => {
  expect(addressGroup("203.0.113.7")).toBe("203.0.113.7");
  expect(addressGroup("::ffff:203.0.113.7")).toBe("203.0.113.7");
  expect(addressGroup("2001:db8:1:2::1")).toBe(addressGroup("2001:0DB8:1:2:ffff::"));
  expect(addressGroup("2001:db8:1:2::1")).not.toBe(addressGroup("2001:db8:1:3::1"));
  expect(addressGroup("fe80::1%eth0")).toBe(addressGroup("fe80::2%eth1"));
  expect(addressGroup("nonsense")).toBe(addressGroup(""));
});
