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

const { anAddress, basic, dataKey } = guesses(service);

verifies("access:limits:store-down", async () => {
  trouble = "away";
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await dataKey(anAddress(), "api")).toRefuseWith("key_files_refused");
  }
  expect(await dataKey(anAddress(), "api", "demo-pass")).toRefuseWith("too_many_attempts");
  const address = anAddress();
  for (let guess = 0; guess < 10; guess += 1) expect((await basic(address, `user ${guess}`)).status).toBe(401);
  expect((await basic(address, "another")).status).toBe(429);
});

verifies("access:limits:store-down", "failures of the time before and of the outage add up", async () => {
  for (let guess = 0; guess < 4; guess += 1) await dataKey(anAddress(), "api");
  trouble = "away";
  for (let guess = 0; guess < 5; guess += 1) await dataKey(anAddress(), "api");
  trouble = "none";
  expect(await dataKey(anAddress(), "api", "demo-pass")).toRefuseWith("too_many_attempts");
});

verifies("access:limits:store-down", "a store that is full counts as one that is away", async () => {
  trouble = "full";
  for (let guess = 0; guess < 5; guess += 1) expect((await dataKey(anAddress(), "api")).status).toBe(400);
  expect(await dataKey(anAddress(), "api")).toRefuseWith("too_many_attempts");
});

verifies("access:limits:store-down", "a success resets the count in memory as well", async () => {
  trouble = "away";
  for (let guess = 0; guess < 4; guess += 1) expect((await basic(anAddress(), "admin")).status).toBe(401);
  expect((await basic(anAddress(), "admin", "admin-pass")).status).toBe(503); // Known, but the list cannot be read.
  for (let guess = 0; guess < 4; guess += 1) expect((await basic(anAddress(), "admin")).status).toBe(401);
});

verifies("access:limits:window", "failures that are counted in memory expire as well", async () => {
  trouble = "away";
  for (let guess = 0; guess < 4; guess += 1) await dataKey(anAddress(), "api");
  await service.turn(15 * 60_000 + 1);
  for (let guess = 0; guess < 4; guess += 1) expect((await dataKey(anAddress(), "api")).status).toBe(400);
});

verifies("access:limits:retry-after", "in memory it doubles as well", async () => {
  trouble = "away";
  for (let guess = 0; guess < 5; guess += 1) await dataKey(anAddress(), "api");
  const waits: number[] = [];
  for (let refusal = 0; refusal < 8; refusal += 1) {
    const wait = Number((await dataKey(anAddress(), "api")).headers["retry-after"]);
    waits.push(Math.round(wait / 60));
    await service.turn(wait * 1000);
    await dataKey(anAddress(), "api");
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

verifies("access:limits:store-down", "memory keeps 10,000 names and no more, the newest of them", async () => {
  const counts = memoryCounts(service.clock);
  const limit = { failures: 5, windowMs: 60_000, longestPauseSeconds: 60, rememberedMs: 0 };
  for (let name = 0; name < 10_001; name += 1) await counts.add(`name ${name}`, limit);
  expect((await counts.read("name 0")).failures).toBe(0);
  expect((await counts.read("name 1")).failures).toBe(1);
  expect((await counts.read("name 10000")).failures).toBe(1);
});

/** The table as it is in trouble. */
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
