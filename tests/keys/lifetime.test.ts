import { afterAll, expect } from "vitest";
import { house } from "../support/house.ts";
import { recordsPath } from "../support/records-path.ts";
import { verifies } from "../support/verifies.ts";

const home = await house();
afterAll(() => home.stop());
const yearMs = 365 * 24 * 3_600_000;

verifies("keys:lifetime:endless", async () => {
  const [key, adminKey] = [await home.aKey(), await home.anAdminKey()];
  await home.turn(10 * yearMs);
  expect(await home.raw("GET", recordsPath(), { key })).toSucceed();
  expect((await home.raw("GET", "/svc/api/api-key", { key: adminKey })).status).toBe(200);
});

verifies("keys:lifetime:endless", "a restart changes nothing", async () => {
  const [key, adminKey] = [await home.aKey(), await home.anAdminKey()];
  await home.restart();
  expect(await home.raw("GET", recordsPath(), { key })).toSucceed();
  expect((await home.raw("GET", "/svc/api/api-key", { key: adminKey })).status).toBe(200);
});

verifies("keys:state:none", async () => {
  const key = await home.aKey();
  expect(await home.raw("GET", recordsPath(), { key })).toSucceed();
  const row = (await home.admin("GET", `/svc/api/api-key/${key}`)).body.response;
  expect(Object.keys(row)).not.toContain("status");
  // Refused calls, wrong files and logouts leave it as it was.
  for (let call = 0; call < 20; call += 1) await home.raw("GET", recordsPath("Orders.fmp12"), { key });
  await home.admin("POST", `/svc/api/api-key/${key}/logout`, {});
  expect(await home.raw("GET", recordsPath(), { key })).toSucceed();
  await home.admin("DELETE", `/svc/api/api-key/${key}`);
  expect(await home.raw("GET", recordsPath(), { key })).toRefuseLikeFileMaker("key_unknown");
});
