import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { roleNeeded } from "#shared/contract/role-needed.ts";

const tools = new URL("../../shared/mcp/admin/", import.meta.url);

test("tools for administrators get method, path and role of their operations from the contracts", async () => {
  const sources = globSync("tools/*.ts", { cwd: tools }).map((file) => readFileSync(new URL(file, tools), "utf8"));
  const names = sources.flatMap((source) => [...source.matchAll(/\bapiRoute\("(\w+)"\)/g)].map(([, name]) => name));
  const operations: Readonly<Record<string, Operation>> = Object.assign({}, ...Object.values(catalogue));
  const addresses = Object.fromEntries(
    [...new Set(names as string[])].sort().map((name) => {
      const operation = operations[name] as Operation;
      return [name, `${operation.method} ${operation.path} ${roleNeeded(operation) ?? "viewer"}`];
    }),
  );
  expect(Object.keys(addresses).length).toBeGreaterThan(50);
  await expect(`${JSON.stringify(addresses, null, 2)}\n`).toMatchFileSnapshot(
    new URL("api-addresses.json", tools).pathname,
  );
});
