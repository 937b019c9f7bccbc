import { afterAll, expect } from "vitest";
import { callerText } from "../../console/src/messages/caller-text.ts";
import { aBrowser } from "../support/http/a-browser.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("keys:row:created-by", async () => {
  const body = { databases: ["Contacts"], label: "made", user: "api", pass: "demo-pass" };
  const browser = aBrowser(service);
  await browser.signIn();
  const adminKey = await service.anAdminKey();
  const made = [
    await browser.call("POST", "/svc/api/api-key", { json: body }),
    await service.raw("POST", "/svc/api/api-key", { key: adminKey, json: body }),
    await service.raw("POST", "/svc/api/api-key/create-only", { json: body }),
  ];
  const rows = await Promise.all(
    made.map(
      async (answer) => (await service.admin("GET", `/svc/api/api-key/${answer.body.response.id}`)).body.response,
    ),
  );
  expect(rows.map((row) => row.created_by)).toEqual(["session:admin", "admin-key:1", "file-account:api"]);
  expect(rows.map((row) => callerText(row.created_by))).toEqual([
    ...["admin", "Admin API key 1", "File account “api”"],
  ]);
  const { "api-keys": admins } = (await service.admin("GET", "/svc/api/admin-api-key")).body.response;
  expect(admins[0].created_by).toBe("account:admin");
});
