import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { type TestService, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { run, withKey } from "../support/programs.ts";
import { everything } from "./everything.ts";

let service: TestService;
let proxy: Awaited<ReturnType<typeof withKey>>;
beforeAll(async () => {
  service = await testService({ decorate: (platform) => ({ ...platform, mcpServerFactory: everything }) });
  proxy = await withKey(service.baseUrl, "/svc/admin-mcp", await service.anAdminKey());
});
afterAll(async () => {
  await proxy.stop();
  await service.stop();
});

/** Runs all of the suite's server tests for a revision. Returns each scenario's result: `name: 2 passed, 0 failed`. */
async function conformance(revision: string, ...options: readonly string[]) {
  const { code, out } = await run("conformance", [
    "server",
    "--url",
    proxy.url,
    "--requirements",
    revision,
    ...options,
  ]);
  const results = [...out.matchAll(/^[✓✗] ([\w-]+: \d+ passed, \d+ failed)/gm)].map(([, result = ""]) => result);
  return { code, results, end: out.slice(out.indexOf("Total:")) };
}

verifies(
  "mcp:protocol:conformance",
  "a server with everything passes all that 2026-07-28 requires behind the adapter",
  async () => {
    const { code, results, end } = await conformance("2026-07-28");
    expect({ code, end }).toEqual({ code: 0, end: expect.stringContaining("Not scored") });
    expect(results).toEqual(
      expect.arrayContaining(["server-stateless: 28 passed, 0 failed", "caching: 8 passed, 0 failed"]),
    );
    expect(results.length).toBeGreaterThan(36);
  },
);

verifies(
  "mcp:protocol:conformance",
  "a server with everything passes all of 2025-11-25 behind the adapter that needs no session",
  async () => {
    const withoutSessions = join(import.meta.dirname, "without-sessions.yaml");
    const { code, results, end } = await conformance("2025-11-25", "--expected-failures", withoutSessions);
    expect({ code, end }).toEqual({ code: 0, end: expect.stringContaining("Baseline check passed") });
    expect(results.filter((result) => !result.endsWith(" 0 failed"))).toHaveLength(5);
    expect(results.length).toBeGreaterThan(28);
  },
);
