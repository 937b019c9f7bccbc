import { afterAll, expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
const yearMs = 365 * 24 * 3_600_000;

verifies("keys:lifetime:endless", async () => {
  const [key, adminKey] = [await service.aKey(), await service.anAdminKey()];
  await service.turn(10 * yearMs);
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  expect((await service.raw("GET", "/svc/api/api-key", { key: adminKey })).status).toBe(200);
});

verifies("keys:lifetime:endless", "a restart changes nothing", async () => {
  const [key, adminKey] = [await service.aKey(), await service.anAdminKey()];
  await service.restart();
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  expect((await service.raw("GET", "/svc/api/api-key", { key: adminKey })).status).toBe(200);
});

verifies("keys:state:none", async () => {
  const key = await service.aKey();
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  const row = (await service.admin("GET", `/svc/api/api-key/${key}`)).body.response;
  expect(Object.keys(row)).not.toContain("status");
  // Rejected calls, wrong files and logouts don't change it.
  for (let call = 0; call < 20; call += 1) await service.raw("GET", recordsPath("Orders.fmp12"), { key });
  await service.admin("POST", `/svc/api/api-key/${key}/logout`, {});
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  await service.admin("DELETE", `/svc/api/api-key/${key}`);
  expect(await service.raw("GET", recordsPath(), { key })).toRefuseLikeFileMaker("key_unknown");
});
