import { afterAll, expect } from "vitest";
import { demoWorld } from "../../../sandbox/worlds/demo.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const world = demoWorld();
const service = await testService({
  sandbox: { world: { ...world, server: { ...world.server, version: "20.3.2.205" } } },
});
afterAll(() => service.stop());

verifies("access:administrators:without-roles", async () => {
  expect(await service.admin("GET", "/svc/api/api-key")).toSucceed();
  expect((await service.admin("GET", "/svc/fmi/admin/v2/server/adminrole")).status).toBe(404);
  expect(await service.raw("POST", "/svc/api/session", { json: { user: "admin", pass: "admin-pass" } })).toSucceed();
  const key = await service.anAdminKey();
  expect(await service.raw("GET", "/svc/api/databases", { key })).toSucceed();
});
