import { afterAll, beforeEach, expect } from "vitest";
import { changePassword } from "../support/changed-password.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
beforeEach(() => service.turn(20 * 60_000));

const tested = async (key: string) => {
  const answer = await service.admin("POST", `/svc/api/api-key/${key}/test`, {});
  expect(answer).toSucceed();
  await service.settle();
  return answer.body.response;
};
const row = async (key: string) => (await service.admin("GET", `/svc/api/api-key/${key}`)).body.response;

verifies("keys:test:files", async () => {
  const key = await service.aKey({ databases: ["Contacts", "Orders"], isOData: true });
  expect(await tested(key)).toEqual({
    ok: true,
    files: [
      { database: "Contacts.fmp12", ok: true, text: null },
      { database: "Orders.fmp12", ok: true, text: null },
    ],
  });
  expect((await row(key)).last_used).toBeNull();
});

verifies("keys:test:failing", async () => {
  const key = await service.aKey({ databases: ["Contacts", "Orders"] });
  changePassword(service.sandbox, "Orders", "api", "changed-demo-pass");
  expect(await tested(key)).toEqual({
    ok: false,
    files: [
      { database: "Contacts.fmp12", ok: true, text: null },
      { database: "Orders.fmp12", ok: false, text: "wrong account or password" },
    ],
  });
  expect(await row(key)).toMatchObject({ failing_since: expect.any(String), failing_files: ["Orders.fmp12"] });
  changePassword(service.sandbox, "Orders", "api", "demo-pass");
  expect((await tested(key)).ok).toBe(true);
  expect(await row(key)).toMatchObject({ failing_since: null, failing_files: [] });
  expect(await service.admin("POST", "/svc/api/api-key/4711/test", {})).toRefuseWith("key_not_found");
  expect(await service.admin("POST", "/svc/api/admin-api-key/4711/test", {})).toRefuseWith("key_not_found");
});
