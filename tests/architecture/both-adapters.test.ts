import { existsSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { oneMachineOnly } from "../support/one-machine.ts";
import { onAws, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("runtime:aws:adapters", "a service runs on the adapters that the run names", async () => {
  await service.aKey();
  const [row] = await service.rows("keys#data");
  // The form of a sealed value shows whether KMS or the master key file sealed it.
  expect(String(row?.fields.sealedPass).split(".")[0]).toBe(onAws ? "v3" : "v1");
  if (onAws) expect(() => service.dataDir).toThrow("no folder");
  else expect(existsSync(service.dataDir)).toBe(true);
});

test("what is left out of the second run exists", () => {
  for (const place of Object.keys(oneMachineOnly))
    expect(existsSync(new URL(`../../${place}`, import.meta.url)), place).toBe(true);
});
