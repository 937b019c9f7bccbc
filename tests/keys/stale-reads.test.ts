import { afterAll, expect } from "vitest";
import { house } from "../support/house.ts";
import { recordsPath } from "../support/records-path.ts";
import { staleTable } from "../support/stale-table.ts";
import { verifies } from "../support/verifies.ts";

const home = await house({
  decorate: (platform) => ({ ...platform, table: staleTable(platform.table, platform.clock, 2_000) }),
});
afterAll(() => home.stop());
const use = (key: string) => home.raw("GET", recordsPath(), { key });

verifies("runtime:aws:stale-reads", "a deleted key is dead within ten seconds, in use or not", async () => {
  const [busy, idle] = [await home.aKey({ label: "busy" }), await home.aKey({ label: "idle" })];
  await home.turn(2_000);
  for (const key of [busy, idle]) expect(await use(key)).toSucceed();
  for (const key of [busy, idle]) {
    // A deletion, too, starts from what it reads.
    expect((await home.admin("DELETE", `/svc/api/api-key/${key}`)).status).toBe(200);
  }
  for (let second = 0; second < 10; second += 1) {
    await use(busy);
    await home.turn(1_000);
  }
  for (const key of [busy, idle]) expect(await use(key)).toRefuseLikeFileMaker("key_unknown");
});

verifies("runtime:aws:stale-reads", "calls that come at once log in once", async () => {
  const key = await home.aKey({ user: "readonly", pass: "readonly-pass" });
  await home.turn(2_000);
  const { logins } = home.sandbox.counters;
  const answers = await Promise.all(Array.from({ length: 30 }, () => use(key)));
  for (const answer of answers) expect(answer).toSucceed();
  expect(home.sandbox.counters.logins - logins).toBe(1);
});
