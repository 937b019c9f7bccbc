import { afterAll, beforeEach, expect } from "vitest";
import { guessable, guesses } from "../../support/secrets/guesses.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService(guessable());
afterAll(() => service.stop());
beforeEach(() => service.turn(3 * 3_600_000));

const { anAddress, basic, dataKey, adminKey, token } = guesses(service);
const adminKeyValue = await service.anAdminKey();
const minuteMs = 60_000;

verifies("access:limits:per-account", async () => {
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await dataKey(anAddress(), "api")).toRefuseWith("key_files_refused");
  }
  const answer = await dataKey(anAddress(), "api");
  expect(answer).toRefuseWith("too_many_attempts");
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
  expect(Number(answer.headers["retry-after"])).toBeLessThanOrEqual(60);
});

verifies(
  "access:limits:per-account",
  "a right password is not looked at either, and FileMaker Server is not asked",
  async () => {
    for (let guess = 0; guess < 5; guess += 1) await dataKey(anAddress(), "API");
    const { calls } = service.sandbox.counters;
    expect(await dataKey(anAddress(), "api", "demo-pass")).toRefuseWith("too_many_attempts");
    expect(service.sandbox.counters.calls).toBe(calls);
  },
);

verifies(
  "access:limits:per-account",
  "other accounts, and an Admin Console account of the same name, are free",
  async () => {
    for (let guess = 0; guess < 5; guess += 1) await dataKey(anAddress(), "admin");
    expect(await dataKey(anAddress(), "admin")).toRefuseWith("too_many_attempts");
    expect((await dataKey(anAddress(), "api", "demo-pass")).status).toBe(200);
    expect((await basic(anAddress(), "admin", "admin-pass")).status).toBe(200);
  },
);

verifies("access:limits:per-account", "guesses that come at once gain nothing by it", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => dataKey(anAddress(), "api")));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(25);
});

verifies("access:limits:per-account", "a guess at a token counts against that token alone", async () => {
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await token(anAddress(), "made-up")).toRefuseWith("unauthenticated");
  }
  expect(await token(anAddress(), "made-up")).toRefuseWith("too_many_attempts");
  expect(await token(anAddress(), "another")).toRefuseWith("unauthenticated");
});

verifies("access:limits:basic", async () => {
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await basic(anAddress(), "Admin")).toRefuseWith("unauthenticated");
  }
  const answer = await basic(anAddress(), "admin", "admin-pass");
  expect(answer).toRefuseWith("too_many_attempts");
  expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
});

verifies("access:limits:data-key-creation", async () => {
  const create = (pass: string) =>
    service.raw("POST", "/svc/api/api-key", {
      key: adminKeyValue,
      headers: { "X-Forwarded-For": anAddress() },
      json: { databases: ["Contacts"], user: "api", pass },
    });
  for (let guess = 0; guess < 5; guess += 1) expect(await create("wrong")).toRefuseWith("key_files_refused");
  expect(await create("demo-pass")).toRefuseWith("too_many_attempts");
  expect(await dataKey(anAddress(), "api", "demo-pass")).toRefuseWith("too_many_attempts");
});

verifies("access:limits:data-key-creation", "editing the account of a key is no way around", async () => {
  const key = await service.aKey();
  const edit = (pass: string) =>
    service.raw("PATCH", `/svc/api/api-key/${key}`, { key: adminKeyValue, json: { user: "readonly", pass } });
  for (let guess = 0; guess < 5; guess += 1) expect(await edit("wrong")).toRefuseWith("key_files_refused");
  expect(await edit("readonly-pass")).toRefuseWith("too_many_attempts");
});

verifies("access:limits:admin-key-creation", async () => {
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await adminKey(anAddress(), adminKeyValue, "admin")).toRefuseWith("credentials_refused");
  }
  expect(await adminKey(anAddress(), adminKeyValue, "admin", "admin-pass")).toRefuseWith("too_many_attempts");
});

verifies("access:limits:admin-key-creation", "an account is one account, by whatever way it is tried", async () => {
  for (let guess = 0; guess < 3; guess += 1) await basic(anAddress(), "admin");
  for (let guess = 0; guess < 2; guess += 1) await adminKey(anAddress(), adminKeyValue, "ADMIN");
  expect(await basic(anAddress(), "admin", "admin-pass")).toRefuseWith("too_many_attempts");
});

verifies("access:limits:success", "a success resets the count of its account", async () => {
  for (let round = 0; round < 3; round += 1) {
    for (let guess = 0; guess < 4; guess += 1) expect((await dataKey(anAddress(), "api")).status).toBe(400);
    expect((await dataKey(anAddress(), "api", "demo-pass")).status).toBe(200);
    await service.turn(minuteMs);
  }
});

verifies("access:limits:success", "naming a file that is not there is no success", async () => {
  for (let guess = 0; guess < 4; guess += 1) await dataKey(anAddress(), "api");
  expect((await dataKey(anAddress(), "api", "wrong", ["Nowhere", "Archive"])).status).toBe(400);
  expect((await dataKey(anAddress(), "api")).status).toBe(400);
  expect(await dataKey(anAddress(), "api")).toRefuseWith("too_many_attempts");
});

verifies("access:limits:success", "nor is it a failure, and neither is a server that does not answer", async () => {
  for (let call = 0; call < 12; call += 1) {
    expect((await dataKey(anAddress(), "api", "wrong", ["Nowhere"])).status).toBe(400);
  }
  service.sandbox.faults.set({ kind: "stopped" });
  for (let call = 0; call < 12; call += 1) expect((await basic(anAddress(), "admin", "admin-pass")).status).toBe(502);
  service.sandbox.faults.clear();
  expect((await dataKey(anAddress(), "api", "demo-pass")).status).toBe(200);
  expect((await basic(anAddress(), "admin", "admin-pass")).status).toBe(200);
});

verifies("access:limits:window", async () => {
  for (let guess = 0; guess < 4; guess += 1) await dataKey(anAddress(), "api");
  await service.turn(14 * minuteMs);
  expect((await dataKey(anAddress(), "api")).status).toBe(400);
  expect(await dataKey(anAddress(), "api")).toRefuseWith("too_many_attempts");

  await service.turn(3 * 3_600_000);
  for (let guess = 0; guess < 4; guess += 1) await dataKey(anAddress(), "api");
  await service.turn(15 * minuteMs + 1000);
  for (let guess = 0; guess < 4; guess += 1) expect((await dataKey(anAddress(), "api")).status).toBe(400);
  expect((await dataKey(anAddress(), "api", "demo-pass")).status).toBe(200);
});

verifies("access:limits:retry-after", async () => {
  for (let guess = 0; guess < 5; guess += 1) await dataKey(anAddress(), "api");
  const waits: number[] = [];
  for (let refusal = 0; refusal < 9; refusal += 1) {
    const wait = Number((await dataKey(anAddress(), "api", "demo-pass")).headers["retry-after"]);
    waits.push(wait);
    await service.turn(wait * 1000);
    expect(await dataKey(anAddress(), "api")).toRefuseWith("key_files_refused");
  }
  const minutes = waits.map((wait) => Math.round(wait / 60));
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

verifies("access:limits:never-locks", async () => {
  for (let guess = 0; guess < 5; guess += 1) await dataKey(anAddress(), "api");
  for (let guess = 0; guess < 50; guess += 1) await dataKey(anAddress(), "api");
  // What came during the wait has not made it longer.
  await service.turn(minuteMs);
  expect((await dataKey(anAddress(), "api", "demo-pass")).status).toBe(200);
  for (let guess = 0; guess < 4; guess += 1) expect((await dataKey(anAddress(), "api")).status).toBe(400);
});
