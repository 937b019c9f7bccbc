// Writes the documents that are made by tests: the description of the API, the pages of errors, settings, storage and of what differs on AWS. The first
// run writes them, and tests that read one meanwhile may still see what it was; so a second run proves that all of them agree.
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
