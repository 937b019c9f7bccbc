import { afterAll, expect } from "vitest";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("access:address:socket", async () => {
  const headers = { "X-Forwarded-For": "203.0.113.7", "X-Real-IP": "203.0.113.7", Forwarded: "for=203.0.113.7" };
  await service.raw("GET", "/svc/api/api-key", { headers });
  const line = (await service.logs()).trim().split("\n").at(-1) ?? "{}";
  expect(JSON.parse(line).address).toBe("127.0.0.1");
});

verifies("access:address:socket", "naming another address with every guess doesn't bypass a limit", async () => {
  const statuses: number[] = [];
  for (let guess = 0; guess < 21; guess += 1) {
    const headers = { Authorization: basicAuth(`user${guess}`, "guess"), "X-Forwarded-For": `203.0.113.${guess}` };
    statuses.push((await service.raw("GET", "/svc/api/api-key", { headers })).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
});
