import { afterAll, expect } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import type { Operations } from "#shared/contract/operation.ts";
import { readRouteTable } from "../../local-runtime/http/route-table.ts";
import { router } from "../../local-runtime/http/router.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const resources: Readonly<Record<string, Operations>> = catalogue;
const managed = Object.values(resources)
  .flatMap((resource) => Object.values(resource))
  .filter(({ access, answers }) => access === "admin" || (answers ?? "envelope") === "envelope");

verifies("contract:paths:prefix", () => {
  expect(managed.length).toBeGreaterThan(10);
  for (const { path } of managed) expect(path).toMatch(/^\/svc\/api\/[a-z]/);
});

verifies("contract:paths:prefix", "the routes of the stack match", () => {
  const { find } = router(readRouteTable(new URL("../../serverless.yml", import.meta.url)), ["svc"]);
  for (const { path, method } of managed) {
    const template = find(method, path)?.route.template ?? "";
    expect(template, path).toMatch(/^\/api(?:\/[a-z-]+)+(?:\/\{path\+\})?$/);
    expect(path.slice("/svc".length)).toContain(template.replace("{path+}", ""));
  }
});

verifies("contract:paths:prefix", "nothing can precede it", async () => {
  for (const path of ["/api/api-key", "/x/svc/api/api-key", "/v1/svc/api/api-key", "/svc2/api/api-key"]) {
    expect(await service.admin("GET", path)).toRefuseWith("route_not_found");
  }
});

verifies("contract:paths:no-version", () => {
  for (const { path } of managed) expect(path).not.toMatch(/\/v\d|version|latest/i);
});

verifies("contract:paths:no-version", "a version segment leads nowhere", async () => {
  for (const path of ["/svc/api/v1/api-key", "/svc/v1/api/api-key", "/svc/api/vLatest/api-key"]) {
    expect(await service.admin("GET", path)).toRefuseWith("route_not_found");
  }
});

verifies("contract:errors:never-html", async () => {
  const paths = [
    "/svc/api/",
    "/svc/api/nowhere",
    "/svc/api/api-key/1/2/3",
    "/svc/api/%ff",
    "/svc/api/../api/api-key",
    "/svc/fmi/",
    "/svc/fmi/nowhere",
    "/svc/fmi/data",
    "/svc/fmi/data/vLatest/nowhere",
    "/svc/fmi/data/%ff",
    "/svc/fmi/odata/v4/Contacts",
    "/svc/fmi/admin/v2/databases",
    "/svc/fmi/admin/api/v2/databases",
  ];
  for (const path of paths) {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const headers = { Accept: "text/html,application/xhtml+xml", Origin: "https://elsewhere.example" };
      const answer = await service.raw(method, path, { headers });
      const reported = `${method} ${path}: ${answer.text.slice(0, 200)}`;
      expect(answer.headers["content-type"] ?? "", reported).not.toMatch(/html/);
      expect(answer.text, reported).not.toMatch(/<[a-z!]/i);
      expect(answer.status, reported).toBeGreaterThanOrEqual(400);
      expect(answer.body?.messages ?? answer.body?.error, reported).toBeDefined();
    }
  }
});

verifies("contract:errors:never-html", "errors of the HTTP parser are answered in JSON too", async () => {
  const answer = await service.raw("GET", "/svc/api/api-key", { headers: { "X-Long": "x".repeat(20_000) } });
  expect(answer).toRefuseWith("headers_too_large");
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
});
