import { globSync } from "node:fs";
import { availableParallelism } from "node:os";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromium } from "./tests/support/chromium.ts";
import { inMemory } from "./tests/support/in-memory.ts";
import { runsOnBoth, startsService } from "./tests/support/one-machine.ts";

// Folders of services, agents and programs are in memory: a durable write to a disk takes milliseconds.
process.env.TMPDIR ??= inMemory();

const { executablePath, args, env } = await chromium();

// Node runs the sources, as in production, and caches compiled code for all later workers.
process.env.NODE_COMPILE_CACHE ??= new URL("node_modules/.cache/latchkey/compiled", import.meta.url).pathname;
const experimental = { viteModuleRunner: false, nodeLoader: false };

/** Path of a Chromium newer than the one in the packages, like those of users: flows run in it if there is one, and components never do. */
const newerChromium = process.env.NEWER_CHROMIUM_PATH;
/** Runs files one after another in a worker that loads the modules once. Only for files that start their own services. */
const sharedWorker = { isolate: false };

export default defineConfig({
  test: {
    setupFiles: ["tests/support/expectations.ts"],
    pool: "forks",
    // More than cores: a worker waits for sockets, browsers, programs and timers for a third to half of its time.
    maxWorkers: availableParallelism() + 2,
    // A call that hangs fails its own test; nothing here measures speed.
    testTimeout: 180_000,
    hookTimeout: 300_000,
    // How long a poll takes depends on the load of the machine. Shorter than the test's, whose error wouldn't say what was missing.
    expect: { poll: { timeout: 150_000 } },
    reporters: ["default", "./tests/support/counts-reporter.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "one machine",
          ...sharedWorker,
          experimental,
          include: ["tests/**/*.test.ts"],
          exclude: ["tests/console/**"],
          globalSetup: ["tests/support/console-of-the-run.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "console",
          ...sharedWorker,
          experimental,
          include: ["tests/console/**/*.test.ts"],
          env: newerChromium ? { CHROMIUM_PATH: newerChromium } : {},
          globalSetup: ["tests/support/console-of-the-run.ts", "tests/console/support/browser-of-the-run.ts"],
        },
      },
      {
        // Components of the console, each alone in a page of Chromium.
        extends: true,
        plugins: [react(), tailwindcss()],
        define: { CONSOLE_VERSION: JSON.stringify("1.2.3") },
        // Prepares packages before the first test: a package found later would reload the page during a test.
        optimizeDeps: {
          entries: ["console/src/main.tsx", "tests/console/components/**/*.test.tsx"],
          include: ["react/jsx-dev-runtime", "react-dom/client", "vitest-browser-react"],
        },
        test: {
          name: "components",
          include: ["tests/console/components/**/*.test.tsx"],
          setupFiles: ["tests/console/components/support/page.ts"],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({ launchOptions: { executablePath, args: [...args], env } }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
      {
        // Services that depend on what the profile changes, which is OData and data sources, also work with the kindest server.
        extends: true,
        test: {
          name: "kindest server",
          ...sharedWorker,
          experimental,
          include: globSync([
            "tests/{builds,mcp,mcp-servers,triggers}/**/*.test.ts",
            "tests/edge/limits/*.test.ts",
            "tests/proxy/odata/*.test.ts",
          ]).filter(startsService),
          exclude: [
            // Hold with every server: they only send what no server gets.
            "tests/proxy/odata/{hostile-calls,large-batches}.test.ts",
            "tests/mcp/conformance/**",
          ],
          env: { LATCHKEY_TEST_SERVER_PROFILE: "kindest" },
          globalSetup: ["tests/support/console-of-the-run.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "aws",
          ...sharedWorker,
          experimental,
          include: globSync("tests/**/*.test.ts").filter(runsOnBoth),
          env: { LATCHKEY_TEST_ADAPTERS: "aws" },
          setupFiles: ["tests/support/iam/no-denials.ts"],
          globalSetup: ["tests/support/dynoxide-of-the-run.ts", "tests/support/iam/roles-of-the-run.ts"],
        },
      },
    ],
  },
});
