import { afterAll, beforeAll, expect } from "vitest";
import { type TestService, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { callTool } from "../support/raw-call.ts";

let service: TestService;
let key: string;
beforeAll(async () => {
  service = await testService();
  key = await service.anAdminKey();
});
afterAll(() => service.stop());

verifies("mcp:admin:tools", "all lines of a time can be read, in pages, although an answer is short", async () => {
  const before = new Date(service.clock.now()).toISOString();
  await service.admin("PATCH", "/svc/api/settings", { appLogToken: "regenerate" });
  const { appLogToken: token } = (await service.admin("GET", "/svc/api/settings")).body.response;
  const count = 100;
  for (let number = 0; number < count; number += 1)
    await service.raw("POST", "/svc/api/app-log", {
      json: { token, level: "info", message: `${"x".repeat(900)}-${number}` },
    });
  await service.logs();
  await service.turn(60_000);
  const after = new Date(service.clock.now()).toISOString();
  const found: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const given = {
      log: "app-info.log",
      since: before,
      until: after,
      level: "info",
      contains: "x".repeat(150),
      tail: 1_000,
    };
    const answer = await callTool(service, key, "read_log", cursor ? { ...given, cursor } : given);
    expect(answer.isError ?? false, JSON.stringify(answer)).toBe(false);
    const { structuredContent: page } = answer;
    expect(page.truncated).toBeUndefined();
    found.unshift(...page.lines);
    cursor = page.next_cursor;
    pages += 1;
  } while (cursor !== undefined);
  expect(pages).toBeGreaterThan(1);
  const numbers = found.map((line) => Number(/x-(\d+)\b/.exec(line)?.[1]));
  expect(numbers).toEqual(Array.from({ length: count }, (_, number) => number));
});

verifies("mcp:admin:tools", "a date stands for a day, and a time alone asks for warnings and errors", async () => {
  const day = new Date(service.clock.now()).toISOString().slice(0, 10);
  const given = { log: "svc-info.log", since: day, until: day };
  const serious = await callTool(service, key, "read_log", given);
  const all = await callTool(service, key, "read_log", { ...given, level: "info", tail: 5 });
  expect(all.structuredContent.lines).toHaveLength(5);
  expect(serious.structuredContent.lines.join("\n")).not.toContain('"level":"info"');
});
