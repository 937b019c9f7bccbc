import { expect } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import { errors } from "#shared/contract/errors.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { ApiRefused } from "#shared/mcp/admin/api-routes.ts";
import { adminTools } from "#shared/mcp/admin/catalogue.ts";
import { errorText } from "#shared/mcp/admin/error-texts.ts";
import { verifies } from "../../support/verifies.ts";

const operations: readonly Operation[] = Object.values(Object.assign({}, ...Object.values(catalogue)));
const nothing = { call: async () => Promise.reject(new ApiRefused(404, 0, "")) };

verifies("mcp:admin:tools", "each error that a tool can return names a tool or an argument of one", async () => {
  const names = new Set(
    [...adminTools.values()].flatMap(({ tool }) => [tool.name, ...Object.keys(tool.inputSchema.properties)]),
  );
  let checked = 0;
  for (const { tool, uses } of adminTools.values()) {
    for (const { method, path } of uses) {
      const operation = operations.find((one) => one.method === method && one.path === path);
      expect(operation, path).toBeDefined();
      for (const error of operation?.errors ?? []) {
        const { status, code, sentence } = errors[error];
        const text = await errorText(new ApiRefused(status, code, sentence), {}, nothing);
        const words = text.match(/\b[a-z]+(?:_[a-z]+)*\b/g) ?? [];
        expect(
          words.some((word) => names.has(word)),
          `${tool.name}: ${error}: ${text}`,
        ).toBe(true);
        expect(text, `${tool.name}: ${error}`).not.toMatch(/\/svc\/|`/);
        checked += 1;
      }
    }
  }
  expect(checked).toBeGreaterThan(400);
});
