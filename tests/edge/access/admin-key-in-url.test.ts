import { afterAll, expect } from "vitest";
import { adminAccount, basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const key = await service.anAdminKey();

verifies("access:admin-key:no-query", async () => {
  for (const query of [`apiKey=${key}`, `apiKey=${key.replace("_", "%5F")}`, `limit=1&apiKey=x&%61piKey=${key}`]) {
    expect(await service.raw("GET", `/svc/api/api-key?${query}`)).toRefuseWith("admin_key_in_url");
  }
});

verifies("access:admin-key:no-query", "next to a valid credential as well, so that it is noticed", async () => {
  const headers = { Authorization: adminAccount };
  expect(await service.raw("GET", `/svc/api/api-key?apiKey=${key}`, { headers })).toRefuseWith("admin_key_in_url");
});

verifies("access:admin-key:no-url-user", async () => {
  const { adminCalls } = service.sandbox.counters;
  for (const authorization of [
    basicAuth("apiKey", key),
    basicAuth(key, ""),
    basicAuth(key, "x"),
    basicAuth("apiKey", `${key}0`),
    basicAuth("admin", key),
  ]) {
    const answer = await service.raw("GET", "/svc/api/api-key", { headers: { Authorization: authorization } });
    expect(answer).toRefuseWith("admin_key_in_url");
  }
  // It isn't passed on to FileMaker Server as an account either.
  expect(service.sandbox.counters.adminCalls).toBe(adminCalls);
});
