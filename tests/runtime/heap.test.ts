import { execFileSync } from "node:child_process";
import { expect } from "vitest";
import { verifies } from "../support/verifies.ts";

verifies("runtime:memory:young-objects", () => {
  const decidesIn = (before: string): boolean => /tenure/i.test(outputOf(`${before}\n${lasting}`));
  expect(decidesIn("")).toBe(true);
  expect(decidesIn("keepNewObjectsYoung();")).toBe(false);
});

/** Has a place of the program make objects that last, until V8 has seen enough of it. */
const lasting = `
const made = (n) => [n, n + 1, n + 2];
let kept = [];
for (let round = 0; round < 200; round += 1) {
  kept = [];
  for (let n = 0; n < 20_000; n += 1) kept.push(made(n));
}`;

/** What V8 says of where it makes the objects of a program. */
function outputOf(program: string): string {
  const heap = new URL("../../shared/node/heap.ts", import.meta.url).href;
  const flags = ["--trace-pretenuring", "--trace-pretenuring-statistics", "--max-semi-space-size=1"];
  const text = `import { keepNewObjectsYoung } from ${JSON.stringify(heap)};\n${program}`;
  return execFileSync(process.execPath, [...flags, "--input-type=module", "--eval", text], { encoding: "utf8" });
}
