import { afterAll, expect } from "vitest";
import { demoWorld } from "../../sandbox/worlds/demo.ts";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";

const world = demoWorld();
const home = await house({ sandbox: { world: { ...world, server: { ...world.server, version: "20.3.2.205" } } } });
afterAll(() => home.stop());

verifies("access:administrators:without-roles", async () => {
  expect(await home.admin("GET", "/svc/api/api-key")).toSucceed();
  expect((await home.admin("GET", "/svc/fmi/admin/v2/server/adminrole")).status).toBe(404);
  expect(await home.raw("POST", "/svc/api/session", { json: { user: "admin", pass: "admin-pass" } })).toSucceed();
  const key = await home.anAdminKey();
  expect(await home.raw("GET", "/svc/api/databases", { key })).toSucceed();
});
