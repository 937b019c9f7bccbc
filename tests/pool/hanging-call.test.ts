import { afterAll, expect, test } from "vitest";
import { house } from "../support/house.ts";
import { recordsPath } from "../support/records-path.ts";

const home = await house({ proxyTimeouts: { headersMs: 100, bodyMs: 60_000 } });
afterAll(() => home.stop());

test("a call that hangs is given up with 504, sent once, and the next one gets another session", async () => {
  const key = await home.aKey();
  expect(await home.raw("GET", recordsPath(), { key })).toSucceed();
  const before = { ...home.sandbox.counters };
  home.sandbox.faults.set({ kind: "hang", path: "/records", times: 1 });
  expect(await home.raw("GET", recordsPath(), { key })).toRefuseLikeFileMaker("upstream_timeout");
  expect(home.sandbox.counters.faults - before.faults).toBe(1);
  expect(home.sandbox.counters.logins - before.logins).toBe(0);
  expect(await home.raw("GET", recordsPath(), { key })).toSucceed();
  expect(home.sandbox.counters.logins - before.logins).toBe(1);
});
