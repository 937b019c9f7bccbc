import { afterAll, expect } from "vitest";
import { keyring } from "../../shared/keys/keyring.ts";
import { lastUse } from "../../shared/keys/last-use.ts";
import { newSecret } from "../../shared/keys/secret.ts";
import { keyStore } from "../../shared/keys/store.ts";
import { background } from "../../shared/ports/background.ts";
import { house } from "../support/house.ts";
import { verifies } from "../support/verifies.ts";
import { watchedTable } from "../support/watched-table.ts";

const home = await house();
afterAll(() => home.stop());

verifies("proxy:cache:unknown", "noise pushes older strangers out of memory, never a known key", async () => {
  const key = await home.aKey();
  const { platform } = home.runtime;
  const table = watchedTable(platform.table);
  const lookups = () => table.reads("key#");
  const unknownKey = () => newSecret("data", platform.ids);
  const clock = { now: () => 0, sleep: platform.clock.sleep };
  const afterwards = background(platform.log);
  const store = keyStore(table);
  const uses = lastUse({ store, firstUsed: async () => undefined, clock, background: afterwards });
  const ring = keyring({ store, vault: platform.vault, clock, background: afterwards, lastUse: uses, outageMs: 0 });
  expect(await ring.find(key)).toBeDefined();
  const first = unknownKey();
  await ring.find(first);
  for (let count = 0; count < 9_999; count += 1) await ring.find(unknownKey());
  const before = lookups();
  await ring.find(first);
  expect(lookups()).toBe(before);
  await ring.find(unknownKey());
  await ring.find(first);
  expect(lookups() - before).toBe(2);
  expect(ring.fresh(key)).toBeDefined();
});
