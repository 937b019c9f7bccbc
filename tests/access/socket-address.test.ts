import { afterAll, expect } from "vitest";
import { basicAuth, house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";

const home = await house();
afterAll(() => home.stop());

verifies("access:address:socket", async () => {
  const headers = { "X-Forwarded-For": "203.0.113.7", "X-Real-IP": "203.0.113.7", Forwarded: "for=203.0.113.7" };
  await home.raw("GET", "/svc/api/api-key", { headers });
  const line = (await home.logs()).trim().split("\n").at(-1) ?? "{}";
  expect(JSON.parse(line).address).toBe("127.0.0.1");
});

verifies("access:address:socket", "so nobody escapes a limit by naming another address with every guess", async () => {
  const statuses: number[] = [];
  for (let guess = 0; guess < 11; guess += 1) {
    const headers = { Authorization: basicAuth(`user${guess}`, "guess"), "X-Forwarded-For": `203.0.113.${guess}` };
    statuses.push((await home.raw("GET", "/svc/api/api-key", { headers })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
});
