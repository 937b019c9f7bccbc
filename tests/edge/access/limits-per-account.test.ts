import { afterAll, beforeEach, expect } from "vitest";
import { aBrowser } from "../../support/http/a-browser.ts";
import type { Answer } from "../../support/http/call.ts";
import { guessable, guesses } from "../../support/secrets/guesses.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService(guessable());
afterAll(() => service.stop());
beforeEach(() => service.turn(3 * 3_600_000));

const { anAddress, basic, dataKey, adminKey, token, spend } = guesses(service);
const adminKeyValue = await service.anAdminKey();
const minuteMs = 60_000;
const wrongDataKey = () => dataKey(anAddress(), "api");

verifies("access:limits:per-account", async () => {
  await spend(wrongDataKey);
  const answer = await dataKey(anAddress(), "api");
  expect(answer).toRefuseWith("too_many_attempts");
  expect(Number(answer.headers["retry-after"])).toBeGreaterThan(5 * 60);
  expect(Number(answer.headers["retry-after"])).toBeLessThanOrEqual(7 * 60);
});

verifies(
  "access:limits:per-account",
  "one failure is regained after seven minutes, all of them after 140",
  async () => {
    await spend(wrongDataKey);
    await service.turn(7 * minuteMs);
    expect((await wrongDataKey()).status).toBe(400);
    expect(await wrongDataKey()).toRefuseWith("too_many_attempts");
    await service.turn(140 * minuteMs);
    await spend(wrongDataKey);
    expect(await wrongDataKey()).toRefuseWith("too_many_attempts");
  },
);

verifies(
  "access:limits:per-account",
  "a correct password isn't checked either, and FileMaker Server isn't called",
  async () => {
    await spend(() => dataKey(anAddress(), "API"));
    const { calls } = service.sandbox.counters;
    expect(await dataKey(anAddress(), "api", "demo-pass")).toRefuseWith("too_many_attempts");
    expect(service.sandbox.counters.calls).toBe(calls);
  },
);

verifies(
  "access:limits:per-account",
  "other accounts, and an Admin Console account of the same name, aren't affected",
  async () => {
    await spend(() => dataKey(anAddress(), "admin"));
    expect(await dataKey(anAddress(), "admin")).toRefuseWith("too_many_attempts");
    await service.turn(minuteMs + 1000);
    expect((await dataKey(anAddress(), "api", "demo-pass")).status).toBe(200);
    expect((await basic(anAddress(), "admin", "admin-pass")).status).toBe(200);
  },
);

verifies("access:limits:per-account", "parallel guesses gain nothing", async () => {
  for (let guess = 0; guess < 15; guess += 1) await wrongDataKey();
  await service.turn(minuteMs + 1000);
  const answers = await Promise.all(Array.from({ length: 15 }, wrongDataKey));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

verifies("access:limits:per-account", "a guess at a token counts only against that token", async () => {
  await spend(() => token(anAddress(), "made-up"));
  expect(await token(anAddress(), "made-up")).toRefuseWith("too_many_attempts");
  await service.turn(minuteMs + 1000);
  expect(await token(anAddress(), "another")).toRefuseWith("unauthenticated");
});

verifies("access:limits:per-client", async () => {
  const address = anAddress();
  for (let guess = 0; guess < 10; guess += 1) expect((await dataKey(address, "api")).status).toBe(400);
  const answer = await dataKey(address, "api", "demo-pass");
  expect(answer).toRefuseWith("too_many_attempts");
  expect(Number(answer.headers["retry-after"])).toBeLessThanOrEqual(60);
  // Only for this account, and only from this address.
  expect((await basic(address, "admin", "admin-pass")).status).toBe(200);
  expect((await dataKey(anAddress(), "api", "demo-pass")).status).toBe(200);
});

verifies("access:limits:known-client", async () => {
  const address = anAddress();
  expect((await dataKey(address, "api", "demo-pass")).status).toBe(200);
  await spend(wrongDataKey);
  expect(await dataKey(anAddress(), "api", "demo-pass")).toRefuseWith("too_many_attempts");
  expect((await dataKey(address, "api", "demo-pass")).status).toBe(200);
  // Its own failures are counted separately, too.
  for (let guess = 0; guess < 10; guess += 1) expect((await dataKey(address, "api")).status).toBe(400);
  expect(await dataKey(address, "api", "demo-pass")).toRefuseWith("too_many_attempts");
});

verifies("access:limits:known-client", "for 30 days", async () => {
  const address = anAddress();
  expect((await dataKey(address, "api", "demo-pass")).status).toBe(200);
  await service.turn(29 * 24 * 60 * minuteMs);
  await spend(wrongDataKey);
  expect((await dataKey(address, "api", "demo-pass")).status).toBe(200);
  await service.turn(31 * 24 * 60 * minuteMs);
  await spend(wrongDataKey);
  expect(await dataKey(address, "api", "demo-pass")).toRefuseWith("too_many_attempts");
});

verifies("access:limits:made-up-names", async () => {
  const seen = async (user: string, guess: (address: string, name: string) => Promise<Answer>) => {
    await service.turn(3 * 60 * minuteMs);
    const answers: unknown[] = [];
    for (let failure = 0; failure < 23; failure += 1) {
      if (failure % 10 === 9) await service.turn(61_000);
      const { status, body, headers } = await guess(anAddress(), user);
      const inMinutes = String(headers.ratelimit).replace(/t=(\d+)/g, (_, t) => `t=${Math.round(t / 60)}`);
      answers.push([status, body.messages, headers["ratelimit-policy"], inMinutes]);
    }
    return answers;
  };
  expect((await basic(anAddress(), "admin", "admin-pass")).status).toBe(200);
  expect(await seen("admin", basic)).toEqual(await seen("made-up", basic));
});

verifies("access:limits:basic", async () => {
  await spend(() => basic(anAddress(), "Admin"));
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
  for (let guess = 0; guess < 10; guess += 1) expect(await create("wrong")).toRefuseWith("key_files_refused");
  expect(await create("demo-pass")).toRefuseWith("too_many_attempts");
  // The failures count for the Admin API key.
  expect((await dataKey(anAddress(), "api", "demo-pass")).status).toBe(200);
});

verifies("access:limits:data-key-creation", "editing a key's account doesn't bypass the limits", async () => {
  const key = await service.aKey();
  const edit = (pass: string) =>
    service.raw("PATCH", `/svc/api/api-key/${key}`, { key: adminKeyValue, json: { user: "readonly", pass } });
  for (let guess = 0; guess < 10; guess += 1) expect(await edit("wrong")).toRefuseWith("key_files_refused");
  expect(await edit("readonly-pass")).toRefuseWith("too_many_attempts");
});

verifies("access:limits:admin-key-creation", async () => {
  for (let guess = 0; guess < 10; guess += 1)
    expect(await adminKey(anAddress(), adminKeyValue, "admin")).toRefuseWith("credentials_refused");
  expect(await adminKey(anAddress(), adminKeyValue, "admin", "admin-pass")).toRefuseWith("too_many_attempts");
});

verifies("access:limits:admin-key-creation", "an account is the same account on every endpoint", async () => {
  let guesses = 0;
  await spend(() => {
    guesses += 1;
    return guesses % 2 === 0
      ? basic(anAddress(), "admin")
      : aBrowser(service, { "X-Forwarded-For": anAddress() }).signIn("ADMIN", "wrong");
  });
  expect(await basic(anAddress(), "admin", "admin-pass")).toRefuseWith("too_many_attempts");
});

verifies("access:limits:success", async () => {
  const address = anAddress();
  for (let round = 0; round < 2; round += 1) {
    for (let guess = 0; guess < 9; guess += 1) expect((await dataKey(address, "api")).status).toBe(400);
    expect((await dataKey(address, "api", "demo-pass")).status).toBe(200);
    await service.turn(minuteMs + 1000);
  }
});

verifies("access:limits:success", "a success doesn't forgive the guesses of others", async () => {
  const address = anAddress();
  expect((await dataKey(address, "api", "demo-pass")).status).toBe(200);
  let guesses = 0;
  await spend(async () => {
    guesses += 1;
    if (guesses % 5 === 0) expect((await dataKey(address, "api", "demo-pass")).status).toBe(200);
    return wrongDataKey();
  });
  expect(await wrongDataKey()).toRefuseWith("too_many_attempts");
});

verifies("access:limits:success", "a server that doesn't respond is neither success nor failure", async () => {
  const address = anAddress();
  for (let guess = 0; guess < 9; guess += 1) expect((await basic(address, "admin")).status).toBe(401);
  service.sandbox.faults.set({ kind: "stopped" });
  for (let call = 0; call < 12; call += 1) expect((await basic(address, "admin", "admin-pass")).status).toBe(502);
  service.sandbox.faults.clear();
  // After failures, the server isn't called for a short time.
  await service.turn(5_001);
  expect((await basic(address, "admin")).status).toBe(401);
  expect((await basic(address, "admin")).status).toBe(429);
});

verifies("access:limits:window", async () => {
  const address = anAddress();
  for (let guess = 0; guess < 9; guess += 1) await dataKey(address, "api");
  await service.turn(14 * minuteMs);
  expect((await dataKey(address, "api")).status).toBe(400);
  expect(await dataKey(address, "api")).toRefuseWith("too_many_attempts");

  await service.turn(3 * 3_600_000);
  for (let guess = 0; guess < 9; guess += 1) await dataKey(address, "api");
  await service.turn(15 * minuteMs + 1000);
  for (let guess = 0; guess < 9; guess += 1) expect((await dataKey(address, "api")).status).toBe(400);
  expect((await dataKey(address, "api", "demo-pass")).status).toBe(200);
});

verifies("access:limits:retry-after", async () => {
  const address = anAddress();
  for (let guess = 0; guess < 10; guess += 1) await dataKey(address, "api");
  const waits: number[] = [];
  for (let refusal = 0; refusal < 7; refusal += 1) {
    const wait = Number((await dataKey(address, "api", "demo-pass")).headers["retry-after"]);
    waits.push(wait);
    await service.turn(wait * 1000);
    expect(await dataKey(address, "api")).toRefuseWith("key_files_refused");
  }
  const minutes = waits.map((wait) => Math.round(wait / 60));
  expect(minutes).toEqual([1, 2, 4, 8, 15, 15, 15]);
});

verifies("access:limits:never-locks", async () => {
  const address = anAddress();
  for (let guess = 0; guess < 10; guess += 1) await dataKey(address, "api");
  for (let guess = 0; guess < 50; guess += 1) await dataKey(address, "api");
  // Calls during the wait haven't extended it.
  await service.turn(minuteMs);
  expect((await dataKey(address, "api", "demo-pass")).status).toBe(200);
  for (let guess = 0; guess < 4; guess += 1) expect((await dataKey(address, "api")).status).toBe(400);
});
