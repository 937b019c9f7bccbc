import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { oneMachineOnly, runsOnBoth } from "../support/one-machine.ts";
import { onAws, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

verifies("runtime:aws:adapters", "a service runs on the adapters of the run", async () => {
  await service.aKey();
  const [row] = await service.rows("keys#data");
  // The format of a sealed value shows whether KMS or the master key file sealed it.
  expect(String(row?.fields.sealedPass).split(".")[0]).toBe(onAws ? "v3" : "v1");
  if (onAws) expect(() => service.dataDir).toThrow("no folder");
  else expect(existsSync(service.dataDir)).toBe(true);
});

test("every exclusion from the second run exists", () => {
  for (const place of Object.keys(oneMachineOnly))
    expect(existsSync(new URL(`../../${place}`, import.meta.url)), place).toBe(true);
});

test("test files that start a service through shared support run on both sets of adapters too", () => {
  const isLeftOut = (file: string) => Object.keys(oneMachineOnly).some((place) => file.startsWith(place));
  const files = globSync("tests/**/*.test.ts").filter((file) => !file.startsWith("tests/console/") && !isLeftOut(file));
  expect(files.filter((file) => startsService(file) && !runsOnBoth(file))).toEqual([]);
});

const known = new Map<string, boolean>();

/** True if a test file, or a file that it imports, starts a whole service. */
function startsService(file: string): boolean {
  const before = known.get(file);
  if (before !== undefined) return before;
  known.set(file, false); // Prevents endless recursion in circular imports.
  const text = readFileSync(file, "utf8");
  const imported = [...text.matchAll(/^import (?!type )[^;]*? from "(\.[^"]+)"/gm)]
    .map(([, path = ""]) => join(dirname(file), path))
    .filter((path) => path.startsWith("tests/") && path !== "tests/support/test-service.ts");
  const starts = /\btestService\(/.test(text) || imported.some(startsService);
  known.set(file, starts);
  return starts;
}
