import { afterAll, expect } from "vitest";
import { StoreUnavailable, type Table } from "#shared/ports/table.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

let asked = 0;
const refuses = async (): Promise<never> => {
  asked += 1;
  throw new StoreUnavailable("The store is away");
};
const away: Table = {
  get: refuses,
  put: refuses,
  update: refuses,
  delete: refuses,
  query: refuses,
  transact: refuses,
};
const service = await testService({ decorate: (platform) => ({ ...platform, table: away }) });
afterAll(() => service.stop());

verifies("system:health:healthz", async () => {
  service.sandbox.faults.set({ kind: "hang" });
  const { calls, adminCalls, faults } = service.sandbox.counters;
  const before = asked;
  const answer = await service.raw("GET", "/svc/healthz");
  expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(asked).toBe(before);
  expect(service.sandbox.counters).toMatchObject({ calls, adminCalls, faults });
});

verifies("system:health:healthz", "to HEAD like to GET, and to no other method", async () => {
  const head = await service.raw("HEAD", "/svc/healthz");
  expect([head.status, head.text]).toEqual([200, ""]);
  const post = await service.raw("POST", "/svc/healthz");
  expect(post).toRefuseWith("method_not_allowed");
  expect(post.headers.allow).toBe("GET, HEAD");
});
