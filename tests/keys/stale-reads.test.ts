import { afterAll, expect } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { staleTable } from "../support/tables/stale-table.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService({
  decorate: (platform) => ({ ...platform, table: staleTable(platform.table, platform.clock, 2_000) }),
});
afterAll(() => service.stop());
const use = (key: string) => service.raw("GET", recordsPath(), { key });

verifies("runtime:aws:stale-reads", "a deleted key stops working within ten seconds, in use or not", async () => {
  const [busy, idle] = [await service.aKey({ label: "busy" }), await service.aKey({ label: "idle" })];
  await service.turn(2_000);
  for (const key of [busy, idle]) expect(await use(key)).toSucceed();
  for (const key of [busy, idle]) {
    // A deletion also starts with a read.
    expect((await service.admin("DELETE", `/svc/api/api-key/${key}`)).status).toBe(200);
  }
  for (let second = 0; second < 10; second += 1) {
    await use(busy);
    await service.turn(1_000);
  }
  for (const key of [busy, idle]) expect(await use(key)).toRefuseLikeFileMaker("key_unknown");
});

verifies("runtime:aws:stale-reads", "concurrent requests log in once", async () => {
  const key = await service.aKey({ user: "readonly", pass: "readonly-pass" });
  await service.turn(2_000);
  const { logins } = service.sandbox.counters;
  // No call waits long enough for the pool to grow.
  const answers = await service.clock.stand(() => Promise.all(Array.from({ length: 30 }, () => use(key))));
  for (const answer of answers) expect(answer).toSucceed();
  expect(service.sandbox.counters.logins - logins).toBe(1);
});
