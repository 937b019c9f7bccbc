// Writes the documents that tests generate: the pages about errors, settings, storage and differences on AWS. The
// first run writes them, while other tests may still read the old ones; a second run proves that all of them agree.
import { spawnSync } from "node:child_process";

const tests = [
  "vitest",
  "run",
  "--project",
  "one machine",
  "tests/architecture",
  "tests/docs",
  "tests/runtime/configuration-page.test.ts",
];

spawnSync("npx", [...tests, "-u"], { stdio: "inherit" });
process.exitCode = spawnSync("npx", tests, { stdio: "inherit" }).status ?? 1;
