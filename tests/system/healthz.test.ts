import { afterAll, expect } from "vitest";
import { StoreUnavailable, type Table } from "../../shared/ports/table.ts";
import { house } from "../support/house.ts";
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
const home = await house({ decorate: (platform) => ({ ...platform, table: away }) });
afterAll(() => home.stop());

verifies("system:health:healthz", async () => {
  home.sandbox.faults.set({ kind: "hang" });
  const { calls, adminCalls, faults } = home.sandbox.counters;
  const before = asked;
  const answer = await home.raw("GET", "/svc/healthz");
  expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(asked).toBe(before);
  expect(home.sandbox.counters).toMatchObject({ calls, adminCalls, faults });
});

verifies("system:health:healthz", "to HEAD as to GET, and to no other method", async () => {
  const head = await home.raw("HEAD", "/svc/healthz");
  expect([head.status, head.text]).toEqual([200, ""]);
  const post = await home.raw("POST", "/svc/healthz");
  expect(post).toRefuseWith("method_not_allowed");
  expect(post.headers.allow).toBe("GET");
});
