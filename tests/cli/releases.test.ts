import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, onTestFinished } from "vitest";
import { fullAccess } from "../builds/support/a-release-setup.ts";
import { contentOf, twoServers } from "../deployments/support/two-servers.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { aTerminal } from "./support/a-terminal.ts";

const { development, production, auth, stop } = await twoServers((options) => testService(options));
const source = aTerminal({ LATCHKEY_URL: `${development.service.baseUrl}/svc`, LATCHKEY_KEY: auth.apiKey });
const target = aTerminal({
  LATCHKEY_URL: `${production.service.baseUrl}/svc`,
  LATCHKEY_KEY: await production.service.anAdminKey(),
});
afterAll(async () => {
  source.remove();
  target.remove();
  await stop();
});

const before = ["Contacts 1", "Contacts 2", "Contacts 3"];
const request = {
  label: "Release 1",
  deployments: [
    {
      source: { type: "service", buildId: "release-1", serverUrl: development.url, auth },
      fileOperations: [
        {
          operation: "migrate",
          clone: { fileName: "Contacts", ...fullAccess },
          dataSource: { fileName: "Contacts", ...fullAccess },
          target: { fileName: "Contacts" },
        },
      ],
    },
  ],
};
const file = join(target.home, "release.json");
writeFileSync(file, JSON.stringify(request));

verifies("cli:releases:deployed", async () => {
  const built = await source.latchkey(["build", "Contacts", "--id", "release-1", "--user", "Admin", "--wait"], {
    input: "full-access-pass\n",
  });
  expect([built.exitCode, built.stdout], built.stderr).toEqual([0, expect.stringContaining("completed")]);

  const plan = await target.latchkey(["deploy", "plan", file]);
  expect(plan.exitCode, plan.stderr).toBe(0);
  expect(plan.stdout).toMatch(/^Plan: ready/);
  expect(plan.stdout).toMatch(/Contacts\.fmp12\s+migrate/);

  const rehearsed = await target.latchkey(["deploy", "rehearse", "-", "--wait"], { input: JSON.stringify(request) });
  expect([rehearsed.exitCode, rehearsed.stdout], rehearsed.stderr).toEqual([0, expect.stringContaining("successful")]);
  expect(contentOf(production, "Contacts").scripts).toEqual(["Before"]);

  const ran = await target.latchkey(["deploy", "run", file, "--wait"]);
  expect([ran.exitCode, ran.stdout], ran.stderr).toEqual([0, expect.stringContaining("successful")]);
  expect(contentOf(production, "Contacts")).toMatchObject({ scripts: ["After"], records: before });

  const listed = await target.latchkey(["deploy", "list", "--json"]);
  const [{ batchId }] = JSON.parse(listed.stdout).batches;
  const undone = await target.latchkey(["deploy", "undo", String(batchId), "--wait"]);
  expect(undone.exitCode, undone.stderr).toBe(0);
  expect(contentOf(production, "Contacts")).toMatchObject({ scripts: ["Before"], records: before });
});

verifies("cli:releases:deployed", "from a recipe, whose secrets stay on the server", async () => {
  await production.post("deployment/recipes", { name: "Weekly", request });
  const plan = await target.latchkey(["deploy", "plan", "--recipe", "Weekly", "--json"]);
  expect([plan.exitCode, JSON.parse(plan.stdout).parts[0].files[0].cloneAccount], plan.stderr).not.toEqual([
    0,
    "refused",
  ]);
  const ran = await target.latchkey(["deploy", "run", "--recipe", "Weekly", "--wait"]);
  expect([ran.exitCode, ran.stdout], ran.stderr).toEqual([0, expect.stringContaining("successful")]);
  const unknown = await target.latchkey(["deploy", "run", "--recipe", "Monthly"]);
  expect([unknown.exitCode, unknown.stderr]).toEqual([2, 'latchkey: Unknown recipe "Monthly". Recipes: Weekly.\n']);
});

verifies("cli:releases:deployed", "a deployment that would fail or fails has its own exit code", async () => {
  const missing = structuredClone(request);
  for (const { source: from } of missing.deployments) from.buildId = "release-9";
  const input = JSON.stringify(missing);
  const plan = await target.latchkey(["deploy", "plan", "-"], { input });
  expect([plan.exitCode, plan.stdout]).toEqual([1, expect.stringMatching(/^Plan: would fail/)]);
  const ran = await target.latchkey(["deploy", "run", "-", "--wait"], { input });
  expect(ran.exitCode, ran.stderr).toBe(5);
  const nothing = await target.latchkey(["deploy", "run"]);
  expect([nothing.exitCode, nothing.stderr]).toEqual([2, "latchkey: Name a request or a --recipe.\n"]);
  const wrong = await target.latchkey(["deploy", "run", "-"], { input: "[]" });
  expect([wrong.exitCode, wrong.stderr]).toEqual([2, "latchkey: Standard input isn't a JSON object.\n"]);
});

verifies("cli:releases:deployed", "a deployment with a part that hasn't ended has no result in the list", async () => {
  const part = { name: "Part", status: "complete" };
  const batch = (batchId: number, results: readonly (string | null)[]) => ({
    ...{ type: "batch", batchId, label: "Release", status: "running" },
    deployments: results.map((final_result) => ({ ...part, final_result })),
  });
  const batches = [batch(3, ["successful", null]), batch(2, ["successful", "failed"]), batch(1, ["successful"])];
  const other = createServer((_, response) => {
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ messages: [{ code: 0, text: "ok" }], response: { batches } }));
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const environment = { LATCHKEY_URL: `http://127.0.0.1:${port}/svc`, LATCHKEY_KEY: "ak_any" };
  const { stdout } = await target.latchkey(["deploy", "list"], { environment });
  const results = stdout.split("\n").map((line) => line.trim().split(/\s+/).slice(3));
  expect(results.slice(1, 4)).toEqual([[], ["failed"], ["successful"]]);
});
