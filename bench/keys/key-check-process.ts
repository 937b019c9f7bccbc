import { readFileSync } from "node:fs";
import { randomNumbers } from "../load/random-numbers.ts";
import { median } from "../statistics.ts";
import type { KeyCheckReport } from "./key-check-report.ts";
import { keyChecks, timesOf } from "./key-checks.ts";
import { keyMemory } from "./key-memory.ts";
import { openFolder } from "./stored-keys.ts";

// Measures key checks in a separate process without other code. The keys are in files, not in the arguments:
// node --expose-gc bench/keys/key-check-process.ts <few: data folder, file of values> <many: both> <rounds>
const [fewFolder = "", fewFile = "", manyFolder = "", manyFile = "", rounds = "1"] = process.argv.slice(2);
const fewKeys = readFileSync(fewFile, "utf8").split("\n");
const manyKeys = readFileSync(manyFile, "utf8").split("\n");
const fewStore = openFolder(fewFolder);
const manyStore = openFolder(manyFolder);

// First, while this process is still small. It also fills the key cache for the checks.
const { keyCache, keyCacheMegabytes, usesMegabytes } = await keyMemory(manyStore, manyKeys);
const few = keyChecks((await keyMemory(fewStore, fewKeys)).keyCache, fewKeys);
const many = keyChecks(keyCache, manyKeys.slice(0, fewKeys.length));

for (const checks of [few, many]) await checks.round();
for (const checks of [few, many]) checks.forget();
for (let round = 0; round < Number(rounds); round += 1) {
  // The order alternates, because the second one depends on the state that the first has left.
  for (const checks of round % 2 === 0 ? [few, many] : [many, few]) await checks.round();
}

const random = randomNumbers(1);
const anyKey = await timesOf(manyKeys.length / 10, async () => {
  await keyCache.find(manyKeys[Math.floor(random() * manyKeys.length)] ?? "");
});

const report: KeyCheckReport = {
  few: few.medians(),
  many: many.medians(),
  checkP99Ratio: median(many.p99s().map((p99, round) => p99 / (few.p99s()[round] ?? Number.NaN))),
  anyKey,
  keyCacheMegabytes,
  usesMegabytes,
};
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exit(0);
