import { execFileSync } from "node:child_process";
import { expect } from "vitest";
import { verifies } from "../support/verifies.ts";

verifies("runtime:memory:young-objects", () => {
  const decidesIn = (before: string): boolean => /tenure/i.test(outputOf(`${before}\n${lasting}`));
  expect(decidesIn("")).toBe(true);
  expect(decidesIn("keepNewObjectsYoung();")).toBe(false);
});

/** Makes a place in the program allocate long-lived objects until V8 has seen enough of them. */
const lasting = `
const made = (n) => [n, n + 1, n + 2];
let kept = [];
for (let round = 0; round < 200; round += 1) {
  kept = [];
  for (let n = 0; n < 20_000; n += 1) kept.push(made(n));
}`;

/** Returns V8's output about where it allocates a program's objects. */
function outputOf(program: string): string {
  const heap = new URL("../../shared/node/heap.ts", import.meta.url).href;
  const flags = ["--trace-pretenuring", "--trace-pretenuring-statistics", "--max-semi-space-size=1"];
  const text = `import { keepNewObjectsYoung } from ${JSON.stringify(heap)};\n${program}`;
  return execFileSync(process.execPath, [...flags, "--input-type=module", "--eval", text], { encoding: "utf8" });
}
