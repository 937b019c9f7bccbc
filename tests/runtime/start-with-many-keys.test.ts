import { mkdtempSync, rmSync } from "node:fs";
import { expect } from "vitest";
import { storeKeys } from "../../bench/keys/stored-keys.ts";
import type { Platform } from "../../functions/platform.ts";
import { inMemory } from "../support/in-memory.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

verifies("runtime:start:many-keys", async () => {
  const folder = mkdtempSync(`${inMemory()}/latchkey-many-`);
  const { dataFolder } = await storeKeys(folder, 1_000);
  let pages = 0;
  let inThisTurn = 0;
  let maxPerTurn = 0;
  const counting = ({ table, ...platform }: Platform): Platform => ({
    ...platform,
    table: {
      ...table,
      query(query) {
        if (query.pk === "keys#data") {
          pages += 1;
          inThisTurn += 1;
          maxPerTurn = Math.max(maxPerTurn, inThisTurn);
          setImmediate(() => {
            inThisTurn = 0;
          });
        }
        return table.query(query);
      },
    },
  });
  const service = await testService({ environment: { DATA_DIR: dataFolder }, decorate: counting });
  try {
    await service.settle();
    expect(pages).toBeGreaterThanOrEqual(5);
    // Between two pages, other work gets a turn.
    expect(maxPerTurn).toBe(1);
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true });
  }
});
