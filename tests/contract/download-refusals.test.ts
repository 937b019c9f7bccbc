import { afterAll, describe, expect, test } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operation } from "#shared/contract/operation.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const operations = Object.values(catalogue).flatMap((resource) =>
  Object.entries(resource as Record<string, Operation>),
);
const downloads = operations.filter(
  ([, { answers, takes, method }]) => answers === "bytes" && takes === undefined && method === "GET",
);
const token = `dl_${"0".repeat(60)}`;
const pathOf = ({ path }: Operation) =>
  `${path.replaceAll("{token}", token).replaceAll(/\{\w+\+?\}/g, "x")}?token=${token}`;

describe("contract:errors:downloads", () => {
  test.each(downloads)("%s is rejected in plain text", async (_name, operation) => {
    for (const Accept of [undefined, "*/*", "text/html,application/xhtml+xml,*/*;q=0.8", "application/octet-stream"]) {
      const answer = await service.raw("GET", pathOf(operation), { headers: Accept === undefined ? {} : { Accept } });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
      expect(answer.headers["x-request-id"]).toBeDefined();
      expect(answer.text).toMatch(/^[A-Z][^{}]+\n$/);
    }
  });
});

verifies("contract:errors:downloads", async () => {
  const path = `/svc/api/fm-file/download?token=${token}`;
  const asText = await service.raw("GET", path);
  expect([asText.status, asText.body]).toEqual([404, undefined]);
  for (const Accept of ["application/json", "text/html, Application/JSON;q=0.9", "application/problem+json"]) {
    const answer = await service.raw("GET", path, { headers: { Accept } });
    expect(answer.headers["content-type"]).toContain("application/json");
    expect(`${answer.body.messages[0].text}\n`).toBe(asText.text);
  }
});
