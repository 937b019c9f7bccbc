import { existsSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { house, onAws } from "../support/house.ts";
import { oneMachineOnly } from "../support/one-machine.ts";
import { verifies } from "../support/verifies.ts";

const home = await house();
afterAll(() => home.stop());

verifies("runtime:aws:adapters", "a house stands on what the run says", async () => {
  await home.aKey();
  const [row] = await home.rows("keys#data");
  // The form of a sealed value tells KMS from the master key file.
  expect(String(row?.fields.sealedPass).split(".")[0]).toBe(onAws ? "v2" : "v1");
  if (onAws) expect(() => home.dataDir).toThrow("no folder");
  else expect(existsSync(home.dataDir)).toBe(true);
});

test("what is left out of the second run exists", () => {
  for (const place of Object.keys(oneMachineOnly))
    expect(existsSync(new URL(`../../${place}`, import.meta.url)), place).toBe(true);
});
