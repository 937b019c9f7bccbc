import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { readRouteTable } from "../../local-runtime/http/route-table.ts";
import { servedContracts } from "../../scripts/check-routes.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const stackFile = new URL("../../serverless.yml", import.meta.url);
const { Distribution } = parse(readFileSync(stackFile, "utf8"), { logLevel: "error", merge: true }).resources.Resources;
/** Patterns of the paths whose responses pass the function that restores the names of challenges. */
const patterns: readonly string[] = Distribution.Properties.DistributionConfig.CacheBehaviors.filter(
  // Those of the alias, which follow from these, are in a condition.
  (behavior: object) => "LambdaFunctionAssociations" in behavior,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of serverless.yml, not of JavaScript
).map(({ PathPattern }: { readonly PathPattern: string }) => `/${PathPattern.replace("${param:prefix}", "svc")}`);

const isRestored = (path: string) =>
  patterns.some((pattern) => (pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern));

const contracts = await servedContracts(readRouteTable(stackFile));
const operations = Object.values(contracts)
  .flatMap((contract) => Object.values(contract))
  .map(({ method, path }) => ({ method, path: path.replaceAll(/\{\w+\+?\}/g, "1") }));

/** Returns the paths of operations whose response to this credential has a challenge. */
async function challengedPaths(authorization: string | undefined): Promise<readonly string[]> {
  const challenged = new Set<string>();
  for (const { method, path } of operations) {
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const json = method === "POST" ? { jsonrpc: "2.0", id: 1, method: "tools/list" } : undefined;
    const answer = await service.raw(method, path, { headers, ...(json && { json }) });
    if (answer.headers["www-authenticate"] !== undefined) challenged.add(path);
  }
  return [...challenged];
}

verifies("runtime:aws:challenges", "every path that answers with a challenge passes the function", async () => {
  const paths = [
    ...(await challengedPaths(undefined)),
    ...(await challengedPaths("Bearer dk_unknown")),
    // These need data of their own to answer with a challenge, as their own tests show.
    ...["/svc/fmi/odata/v4/Contacts", "/svc/mcp/open", "/svc/api/google-auth/token", "/svc/oauth/token"],
  ];
  expect(paths).toContain("/svc/admin-mcp");
  expect(paths.filter((path) => !isRestored(path))).toEqual([]);
});

test("calls of the Data API don't pass it", () => {
  expect(isRestored("/svc/fmi/data/vLatest/databases")).toBe(false);
  expect(isRestored("/svc/receiver/1")).toBe(false);
});
