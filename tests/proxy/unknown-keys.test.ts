import { afterAll, expect } from "vitest";
import { keyCache } from "#shared/keys/cache/key-cache.ts";
import { lastUse } from "#shared/keys/cache/last-use.ts";
import { newSecret } from "#shared/keys/secret.ts";
import { keyStore } from "#shared/keys/store.ts";
import { backgroundTasks } from "#shared/ports/background-tasks.ts";
import { watchedTable } from "../support/tables/watched-table.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("proxy:cache:unknown", "noise evicts older unknown keys from memory, never a known key", async () => {
  const key = await service.aKey();
  const { platform } = service.runtime;
  const table = watchedTable(platform.table);
  const lookups = () => table.reads("key#");
  const unknownKey = () => newSecret("data", platform.ids);
  const clock = { now: () => 0, sleep: platform.clock.sleep };
  const background = backgroundTasks(platform.log);
  const store = keyStore(table);
  const uses = lastUse({ store, onFirstUse: async () => undefined, clock, background });
  const cache = keyCache({
    store,
    vault: platform.vault,
    clock,
    background,
    lastUse: uses,
    outageMs: 0,
  });
  expect(await cache.find(key)).toBeDefined();
  const first = unknownKey();
  await cache.find(first);
  for (let count = 0; count < 9_999; count += 1) await cache.find(unknownKey());
  const before = lookups();
  await cache.find(first);
  expect(lookups()).toBe(before);
  await cache.find(unknownKey());
  await cache.find(first);
  expect(lookups() - before).toBe(2);
  expect(cache.fresh(key)).toBeDefined();
});
