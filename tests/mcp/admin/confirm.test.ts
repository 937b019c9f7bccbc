import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { mistyped } from "../../support/mistyped.ts";
import { type TestService, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { newerClient } from "../support/clients.ts";
import { callTool } from "../support/raw-call.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await testService();
});
// Each test has a separate call count.
beforeEach(async () => {
  key = await service.anAdminKey();
  await callTool(service, key, "open_file", { file: "Archive" });
});
afterAll(() => service.stop());

const stateOf = async (file = "Archive.fmp12") =>
  (await service.admin("GET", `/svc/api/databases/${file}`)).body.response.database.state;

const token = async (file = "Archive", by = key) =>
  (await callTool(service, by, "close_file", { file })).structuredContent.confirm_token;

verifies(
  "mcp:admin:confirm",
  "a first call changes nothing and says what would happen; the second does it",
  async () => {
    const first = await callTool(service, key, "close_file", { file: "Archive", message: "Back soon" });
    expect(first.structuredContent).toMatchObject({
      done: false,
      will_do: expect.stringContaining("Close the file Archive.fmp12"),
      expires_in_seconds: 300,
    });
    expect(await stateOf()).toBe("normal");
    const { confirm_token } = first.structuredContent;
    const second = await callTool(service, key, "close_file", { message: "Back soon", confirm_token, file: "Archive" });
    expect(second).toMatchObject({ structuredContent: { done: true } });
    expect(await stateOf()).toBe("closed");
  },
);

verifies("mcp:admin:confirm", "a token is valid only for the same arguments, tool, and key", async () => {
  const confirm_token = await token();
  const otherKey = await service.anAdminKey();
  const attempts = [
    callTool(service, key, "close_file", { file: "Contacts", confirm_token }),
    callTool(service, key, "close_file", { file: "Archive", message: "x", confirm_token }),
    callTool(service, key, "clear_log", { log: "Archive", confirm_token }),
    callTool(service, otherKey, "close_file", { file: "Archive", confirm_token }),
    callTool(service, key, "close_file", { file: "Archive", confirm_token: mistyped(confirm_token) }),
    callTool(service, key, "close_file", { file: "Archive", confirm_token: "made.up" }),
  ];
  for (const answer of await Promise.all(attempts)) {
    expect(answer).toMatchObject({ isError: true });
    expect(answer.content[0].text).toContain("Invalid confirm_token");
  }
  expect(await stateOf()).toBe("normal");
  expect(await stateOf("Contacts.fmp12")).toBe("normal");
});

verifies("mcp:admin:confirm", "a token is valid once, even for two parallel calls", async () => {
  const confirm_token = await token();
  const both = await Promise.all(
    [1, 2].map(() => callTool(service, key, "close_file", { file: "Archive", confirm_token })),
  );
  expect(both.filter(({ isError }) => isError === true)).toHaveLength(1);
  expect(await callTool(service, key, "close_file", { file: "Archive", confirm_token })).not.toMatchObject({
    structuredContent: { done: true },
  });
});

verifies("mcp:admin:confirm", "a token expires after five minutes, and when the state has changed", async () => {
  const early = await token();
  await service.turn(5 * 60_000 + 1);
  expect(await callTool(service, key, "close_file", { file: "Archive", confirm_token: early })).toMatchObject({
    isError: true,
  });
  const current = await token();
  await service.admin("POST", "/svc/api/fm-file/pause", { files: ["Archive"] });
  const changed = await callTool(service, key, "close_file", { file: "Archive", confirm_token: current });
  expect(changed.structuredContent.confirmation_needed).toContain("The data has changed");
  await service.admin("POST", "/svc/api/fm-file/resume", { files: ["Archive"] });
  expect(await stateOf()).toBe("normal");
});

verifies("mcp:admin:confirm", "a client that supports forms gets one, and the user's answer decides", async () => {
  const asked: string[] = [];
  const connect = (answer: boolean) =>
    newerClient(`${service.baseUrl}/svc/admin-mcp`, key, "modern", (message) => {
      asked.push(message);
      return answer;
    });
  const call = { name: "close_file", arguments: { file: "Archive" } };
  const unwilling = await connect(false);
  expect(await unwilling.callTool(call)).toMatchObject({ isError: true });
  expect(await stateOf()).toBe("normal");
  const willing = await connect(true);
  expect(await willing.callTool(call)).toMatchObject({ structuredContent: { done: true } });
  expect(await stateOf()).toBe("closed");
  expect(asked).toEqual([1, 2].map(() => expect.stringContaining("Close the file Archive.fmp12")));
  await Promise.all([unwilling.close(), willing.close()]);
});

verifies("mcp:admin:rates", "a call beyond a key's limits is rejected with the time to wait", async () => {
  // Limits are per minute of the clock, which must not change while a busy machine makes the calls.
  const answers = await service.clock.stand(() =>
    Promise.all(Array.from({ length: 61 }, () => callTool(service, key, "get_server_info"))),
  );
  const refused = answers.filter(({ isError }) => isError === true);
  expect(refused.length).toBeGreaterThanOrEqual(1);
  expect(refused[0].content[0].text).toMatch(/60 calls per minute. Wait \d+ seconds/);
  await service.turn(60_000);
  expect(await callTool(service, key, "get_server_info")).not.toHaveProperty("isError");
});
