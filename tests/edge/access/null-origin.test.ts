import { afterAll, expect } from "vitest";
import { aBrowser } from "../../support/http/a-browser.ts";
import { recordsPath } from "../../support/http/records-path.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService({ environment: { CORS_ORIGINS: "https://shop.example.com,null" } });
afterAll(() => service.stop());
const key = await service.aKey();
const ofWebViewer = { Origin: "null" };

verifies("access:origins:null", async () => {
  const asked = { ...ofWebViewer, "Access-Control-Request-Method": "GET" };
  const preflight = await service.raw("OPTIONS", recordsPath("Contacts"), { headers: asked });
  expect([preflight.status, preflight.headers["access-control-allow-origin"]]).toEqual([204, "null"]);
  const headers = { ...ofWebViewer, Authorization: `Bearer ${key}` };
  const answer = await service.raw("GET", recordsPath("Contacts"), { headers });
  expect(answer).toSucceed();
  expect(answer.headers["access-control-allow-origin"]).toBe("null");
  expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
});

verifies("access:origins:null", "a cookie is rejected", async () => {
  const browser = aBrowser(service);
  await browser.signIn();
  const headers = { ...ofWebViewer, Cookie: browser.cookie };
  const answer = await service.raw("DELETE", "/svc/api/sessions", { headers });
  expect(answer).toRefuseWith("cross_site_refused");
});

verifies("access:origins:null", "the MCP endpoints reject it", async () => {
  const adminKey = await service.anAdminKey();
  const headers = { ...ofWebViewer, Authorization: `Bearer ${adminKey}` };
  const answer = await service.raw("POST", "/svc/admin-mcp", { headers, json: {} });
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining("Pages of this origin")]);
});
