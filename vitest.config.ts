import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { oneMachineOnly } from "./tests/support/one-machine.ts";

/** Whatever starts a house runs a second time, on the adapters for AWS, unless it is about one machine alone. */
const onBoth = globSync("tests/**/*.test.ts").filter(
  (file) =>
    !Object.keys(oneMachineOnly).some((place) => file.startsWith(place)) && / house\(/.test(readFileSync(file, "utf8")),
);

export default defineConfig({
  test: {
    setupFiles: ["tests/support/expectations.ts"],
    pool: "forks",
    // One for each core: the default leaves one core of two idle.
    maxWorkers: "100%",
    // A call that hangs fails its own test; nothing here measures speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", "./tests/support/counts-reporter.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "one machine",
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/console/**"],
          globalSetup: ["tests/support/console-of-the-run.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "console",
          include: ["tests/console/**/*.test.ts"],
          globalSetup: ["tests/support/console-of-the-run.ts", "tests/console/support/browser-of-the-run.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "aws",
          include: onBoth,
          env: { LATCHKEY_TEST_ADAPTERS: "aws" },
          globalSetup: ["tests/support/dynoxide-of-the-run.ts"],
        },
      },
    ],
  },
});
