import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/support/expectations.ts"],
    pool: "forks",
    // A call that hangs fails its own test; nothing here measures speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", "./tests/support/counts-reporter.ts"],
  },
});
