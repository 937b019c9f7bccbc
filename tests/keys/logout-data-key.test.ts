import { afterAll, expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("keys:logout:sessions", async () => {
  const key = await service.aKey({ databases: ["Contacts", "Orders"] });
  for (const file of ["Contacts.fmp12", "Orders.fmp12"]) {
    expect(await service.raw("GET", recordsPath(file), { key })).toSucceed();
  }
  expect(service.sandbox.counters.openSessions()).toBe(2);
  const answer = await service.admin("POST", `/svc/api/api-key/${key}/logout`, {});
  expect(answer.body.response).toEqual({ ok: true });
  expect(service.sandbox.counters.openSessions()).toBe(0);
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  expect(service.sandbox.counters.openSessions()).toBe(1);
});

verifies("keys:logout:sessions", "a body isn't needed, and a key without sessions can be logged out too", async () => {
  const key = await service.aKey({ user: "readonly", pass: "readonly-pass" });
  expect((await service.admin("POST", `/svc/api/api-key/${key}/logout`)).status).toBe(200);
  expect((await service.admin("POST", `/svc/api/api-key/${key}/logout`)).status).toBe(200);
});
