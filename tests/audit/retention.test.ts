import { afterAll, expect } from "vitest";
import { trailOf } from "../support/audit-trail.ts";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";

const home = await house({ environment: { AUDIT_DAYS: "40" } });
afterAll(() => home.stop());
const dayMs = 24 * 3_600_000;

verifies("audit:retention:expiry", async () => {
  await home.anAdminKey();
  await home.turn(30 * dayMs);
  await home.admin("DELETE", "/svc/api/admin-api-key/7");
  await home.raw("GET", "/svc/api/audit", { key: `ak_${"7".repeat(49)}` });
  await home.settle();
  const trail = trailOf(home);
  expect(await trail()).toHaveLength(3);
  await home.turn(10 * dayMs);
  expect(await trail("?outcome=refused&action=deleteAdminApiKey")).toHaveLength(1);
  expect(await trail("?action=createAdminApiKey")).toEqual([]);
  await home.turn(30 * dayMs + 1);
  expect(await trail()).toEqual([]);
});
