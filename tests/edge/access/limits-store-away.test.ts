import { afterAll, beforeEach, expect } from "vitest";
import { StoreFull, StoreUnavailable, type Table } from "#shared/ports/table.ts";
import { memoryCounts } from "#shared/sessions/login-limiter/memory-counts.ts";
import { guessable, guesses } from "../../support/secrets/guesses.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

let trouble: "none" | "away" | "full" = "none";
const service = await testService({
  ...guessable(),
  decorate: (platform) => ({ ...platform, table: troubled(platform.table) }),
});
afterAll(() => service.stop());
beforeEach(async () => {
  trouble = "none";
  await service.turn(3 * 3_600_000);
});

const { anAddress, basic, dataKey, spend } = guesses(service);
const wrongDataKey = () => dataKey(anAddress(), "api");

verifies("access:limits:store-down", async () => {
  trouble = "away";
  await spend(wrongDataKey);
  expect(await dataKey(anAddress(), "api", "demo-pass")).toRefuseWith("too_many_attempts");
  await service.turn(61_000);
  const address = anAddress();
  for (let guess = 0; guess < 10; guess += 1) expect((await basic(address, "admin")).status).toBe(401);
  expect((await basic(address, "admin", "admin-pass")).status).toBe(429);
});

verifies("access:limits:store-down", "failures before and during the outage add up", async () => {
  for (let guess = 0; guess < 15; guess += 1) await wrongDataKey();
  trouble = "away";
  await service.turn(61_000);
  for (let guess = 0; guess < 10; guess += 1) await wrongDataKey();
  trouble = "none";
  expect(await dataKey(anAddress(), "api", "demo-pass")).toRefuseWith("too_many_attempts");
});

verifies("access:limits:store-down", "a full store counts as unavailable", async () => {
  trouble = "full";
  await spend(wrongDataKey);
  expect(await wrongDataKey()).toRefuseWith("too_many_attempts");
});

verifies("access:limits:store-down", "known clients of an account are still recognized meanwhile", async () => {
  const address = anAddress();
  expect((await basic(address, "admin", "admin-pass")).status).toBe(200);
  trouble = "away";
  await spend(() => basic(anAddress(), "admin"));
  expect((await basic(anAddress(), "admin", "admin-pass")).status).toBe(429);
  await service.turn(61_000);
  expect((await basic(address, "admin", "admin-pass")).status).toBe(503); // Accepted, but the list can't be read.
});

verifies("access:limits:store-down", "a success resets the count in memory too", async () => {
  trouble = "away";
  const address = anAddress();
  for (let guess = 0; guess < 9; guess += 1) expect((await basic(address, "admin")).status).toBe(401);
  expect((await basic(address, "admin", "admin-pass")).status).toBe(503);
  for (let guess = 0; guess < 9; guess += 1) expect((await basic(address, "admin")).status).toBe(401);
});

verifies("access:limits:window", "failures counted in memory expire too", async () => {
  trouble = "away";
  const address = anAddress();
  for (let guess = 0; guess < 9; guess += 1) await dataKey(address, "api");
  await service.turn(15 * 60_000 + 1);
  for (let guess = 0; guess < 9; guess += 1) expect((await dataKey(address, "api")).status).toBe(400);
});

verifies("access:limits:retry-after", "in memory it doubles too", async () => {
  trouble = "away";
  const address = anAddress();
  for (let guess = 0; guess < 10; guess += 1) await dataKey(address, "api");
  const waits: number[] = [];
  for (let refusal = 0; refusal < 6; refusal += 1) {
    const wait = Number((await dataKey(address, "api")).headers["retry-after"]);
    waits.push(Math.round(wait / 60));
    await service.turn(wait * 1000);
    await dataKey(address, "api");
  }
  expect(waits).toEqual([1, 2, 4, 8, 15, 15]);
});

verifies("access:limits:store-down", "memory keeps at most 10,000 names of a kind, the newest ones", async () => {
  const counts = memoryCounts(service.clock);
  const limit = { failures: 5, windowMs: 60_000, longestPauseSeconds: 60, rememberedMs: 0 };
  const named = (name: string) => ({ id: name, limit });
  for (let name = 0; name < 10_001; name += 1) await counts.add(named(`new-account#${name}`));
  expect((await counts.read(named("new-account#0"))).failures).toBe(0);
  expect((await counts.read(named("new-account#1"))).failures).toBe(1);
  expect((await counts.read(named("new-account#10000"))).failures).toBe(1);
});

verifies("access:limits:made-up-names", "any number of them keeps the counts of accounts in memory", async () => {
  const counts = memoryCounts(service.clock);
  const limit = { failures: 20, refillMs: 420_000 };
  await counts.add({ id: "account#admin", limit });
  for (let name = 0; name < 20_000; name += 1) await counts.add({ id: `new-account#${name}`, limit });
  expect((await counts.read({ id: "account#admin", limit })).failures).toBe(1);
});

/** Returns a table with the current fault. */
function troubled(table: Table): Table {
  const strike = (writes: boolean) => {
    if (trouble === "away") throw new StoreUnavailable("The store is away");
    if (trouble === "full" && writes) throw new StoreFull("The store is full");
  };
  const reading =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      strike(false);
      return work(...args);
    };
  const writing =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      strike(true);
      return work(...args);
    };
  return {
    get: reading(table.get),
    query: reading(table.query),
    put: writing(table.put),
    update: writing(table.update),
    delete: writing(table.delete),
    transact: writing(table.transact),
  };
}
