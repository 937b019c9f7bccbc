import { afterAll, expect } from "vitest";
import { trailOf } from "../support/audit-trail.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService({ environment: { AUDIT_DAYS: "40" } });
afterAll(() => service.stop());
const dayMs = 24 * 3_600_000;

verifies("audit:retention:expiry", async () => {
  await service.anAdminKey();
  await service.turn(30 * dayMs);
  await service.admin("DELETE", "/svc/api/admin-api-key/7");
  await service.raw("GET", "/svc/api/audit", { key: `ak_${"7".repeat(49)}` });
  await service.settle();
  const trail = trailOf(service);
  expect(await trail()).toHaveLength(3);
  await service.turn(10 * dayMs);
  expect(await trail("?outcome=refused&action=deleteAdminApiKey")).toHaveLength(1);
  expect(await trail("?action=createAdminApiKey")).toEqual([]);
  await service.turn(30 * dayMs + 1);
  expect(await trail()).toEqual([]);
});
