import { afterAll, beforeEach, expect } from "vitest";
import { guessable, guesses } from "../../support/secrets/guesses.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService(guessable());
afterAll(() => service.stop());
beforeEach(() => service.turn(3 * 3_600_000));

const { anAddress, basic, dataKey } = guesses(service);
const locked = { kind: "status", status: 401, code: "214", message: "Too many login attempts" } as const;

verifies("access:limits:locked-account", async () => {
  const known = anAddress();
  expect((await basic(known, "admin", "admin-pass")).status).toBe(200);
  await service.turn(61_000);
  service.sandbox.faults.set({ ...locked, path: "/user/auth" });
  const { faults } = service.sandbox.counters;
  const unknown = anAddress();
  for (let guess = 0; guess < 15; guess += 1) expect((await basic(unknown, "admin")).status).toBe(429);
  expect(service.sandbox.counters.faults - faults).toBe(10);
  for (let call = 0; call < 15; call += 1) expect((await basic(known, "admin", "admin-pass")).status).toBe(429);
  service.sandbox.faults.clear();
  expect((await basic(known, "admin", "admin-pass")).status).toBe(200);
  expect((await basic(unknown, "admin")).status).toBe(429);
});

verifies("access:limits:locked-account", "of files, too", async () => {
  service.sandbox.faults.set({ ...locked, path: "/sessions$" });
  const unknown = anAddress();
  for (let guess = 0; guess < 10; guess += 1) expect((await dataKey(unknown, "api")).status).toBe(400);
  expect((await dataKey(unknown, "api")).status).toBe(429);
  service.sandbox.faults.clear();
});
