import { afterAll, expect, test } from "vitest";
import { recordsPath } from "../../support/http/records-path.ts";
import { testService } from "../../support/test-service.ts";

const service = await testService({ proxyTimeouts: { headersMs: 100, bodyMs: 60_000 } });
afterAll(() => service.stop());

test("a hanging request ends with 504, is sent once, and the next one gets another session", async () => {
  const key = await service.aKey();
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  const before = { ...service.sandbox.counters };
  service.sandbox.faults.set({ kind: "hang", path: "/records", times: 1 });
  expect(await service.raw("GET", recordsPath(), { key })).toRefuseLikeFileMaker("upstream_timeout");
  expect(service.sandbox.counters.faults - before.faults).toBe(1);
  expect(service.sandbox.counters.logins - before.logins).toBe(0);
  expect(await service.raw("GET", recordsPath(), { key })).toSucceed();
  expect(service.sandbox.counters.logins - before.logins).toBe(1);
});
