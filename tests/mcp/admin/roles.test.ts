import { afterAll, beforeAll, expect } from "vitest";
import { toolsets } from "#shared/mcp/admin/contract.ts";
import { type TestService, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { rpc, toolNames } from "../support/raw-call.ts";

let service: TestService;
beforeAll(async () => {
  service = await testService();
});
afterAll(() => service.stop());

const query = `?toolsets=${toolsets.join(",")}`;
const aKey = async (role: string) => {
  const json = { label: role, user: "admin", pass: "admin-pass", role };
  return (await service.admin("POST", "/svc/api/admin-api-key", json)).body.response.key as string;
};

verifies("mcp:admin:roles", "a key is offered what its role may do, and nothing else", async () => {
  const seen = {
    viewer: await toolNames(service, await aKey("viewer"), { query }),
    operator: await toolNames(service, await aKey("operator"), { query }),
    administrator: await toolNames(service, await aKey("administrator"), { query }),
  };
  expect(seen.viewer).toContain("list_api_keys");
  expect(seen.viewer).not.toContain("close_file");
  // Needs to log in with the account of a key, which viewers can't.
  expect(seen.viewer).not.toContain("list_scripts");
  expect(seen.operator).toEqual(expect.arrayContaining(["close_file", "create_mcp_tool", "list_scripts"]));
  expect(seen.administrator.filter((name) => !seen.operator.includes(name))).toEqual([
    "create_api_key",
    "test_api_key",
    "delete_api_key",
  ]);
});

verifies("mcp:admin:roles", "a tool that the role may not use says which role it needs", async () => {
  const { body } = await rpc(
    service,
    await aKey("operator"),
    "tools/call",
    { name: "delete_api_key", arguments: { key: 1 } },
    { query },
  );
  expect(body.error).toMatchObject({ code: -32_602, message: expect.stringContaining("needs the role administrator") });
});
