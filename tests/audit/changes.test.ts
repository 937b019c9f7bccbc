import { afterAll, expect } from "vitest";
import { catalogue } from "#shared/contract/catalogue.ts";
import { hasOwnProtocol, type Operation } from "#shared/contract/operation.ts";
import { newestEntry, trailOf } from "../support/audit-trail.ts";
import { aBrowser } from "../support/http/a-browser.ts";
import { aCommandLine, codeOn } from "../support/http/a-command-line.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());
const trail = trailOf(service);

verifies("audit:entries:changes", async () => {
  const before = service.clock.now();
  const made = await service.raw("POST", "/svc/api/api-key", {
    headers: { Authorization: `Basic ${btoa("admin:admin-pass")}`, "User-Agent": "a script" },
    json: { databases: ["Contacts"], user: "api", pass: "demo-pass" },
  });
  const { id } = made.body.response;
  const entry = await newestEntry(service);
  expect(entry).toMatchObject({
    actor: "account:admin",
    action: "createDataApiKey",
    objects: [`data-key:${id}`],
    outcome: "done",
    error: null,
    address: "127.0.0.1",
    userAgent: "a script",
    requestId: made.headers["x-request-id"],
    count: 1,
  });
  expect(Date.parse(entry.at)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(entry.at)).toBeLessThanOrEqual(service.clock.now());
});

verifies("audit:entries:changes", "every change, by every kind of caller", async () => {
  const adminKey = await service.anAdminKey();
  expect(await newestEntry(service)).toMatchObject({
    action: "createAdminApiKey",
    objects: ["admin-key:1", "role:administrator"],
  });
  const value = await service.aKey();
  const { id } = (await service.admin("GET", `/svc/api/api-key/${value}`)).body.response;
  const byKey = (method: string, path: string, json?: unknown) =>
    service.raw(method, path, { key: adminKey, ...(json !== undefined && { json }) });

  await byKey("PATCH", `/svc/api/api-key/${id}`, { label: "New" });
  expect(await newestEntry(service)).toMatchObject({
    actor: "admin-key:1",
    action: "updateDataApiKey",
    objects: [`data-key:${id}`],
  });
  await byKey("POST", `/svc/api/api-key/${value}/logout`);
  expect(await newestEntry(service)).toMatchObject({ objects: [`data-key:dk_…${value.slice(-4)}`] });
  await byKey("POST", "/svc/api/api-key/bulk-delete", { keys: [id, 999] });
  expect(await newestEntry(service)).toMatchObject({ action: "deleteDataApiKeys", objects: [`data-key:${id}`] });
});

verifies("audit:entries:changes", "changes of users and their programs", async () => {
  const browser = aBrowser(service);
  const { id } = (await browser.signIn()).body.response.session;
  expect(await newestEntry(service)).toMatchObject({
    actor: "session:admin",
    action: "signIn",
    objects: [`session:${id}`],
    outcome: "done",
  });
  const tool = aCommandLine(service);
  await tool.open(browser);
  await tool.poll();
  await tool.send(browser, { action: "allow", code: codeOn(await tool.open(browser)) });
  expect(await newestEntry(service)).toMatchObject({ actor: "session:admin", objects: ["hand-over:allow"] });
  const { sessionId } = (await tool.poll()).body.response;
  expect(await newestEntry(service)).toMatchObject({
    actor: "session:admin",
    action: "collectHandOver",
    objects: [`session:${sessionId}`],
    userAgent: "deploy-tool/2",
  });
  await browser.call("DELETE", "/svc/api/session");
  expect(await newestEntry(service)).toMatchObject({
    actor: "session:admin",
    action: "signOut",
    objects: [`session:${id}`],
  });
});

verifies("audit:entries:changes", "a key that is created without a management credential", async () => {
  const json = { databases: ["Contacts"], user: "api", pass: "demo-pass" };
  const { id } = (await service.raw("POST", "/svc/api/api-key/create-only", { json })).body.response;
  expect(await newestEntry(service)).toMatchObject({
    actor: "anyone",
    action: "createDataApiKeyOnly",
    objects: [`data-key:${id}`],
  });
});

verifies("audit:entries:failures", async () => {
  await service.admin("DELETE", "/svc/api/api-key/999");
  expect(await newestEntry(service)).toMatchObject({
    action: "deleteDataApiKey",
    objects: ["data-key:999"],
    outcome: "refused",
    error: "key_not_found",
  });
  service.sandbox.faults.set({ kind: "stopped" });
  await service.admin("POST", "/svc/api/api-key", { databases: ["Contacts"], user: "api", pass: "demo-pass" });
  service.sandbox.faults.clear();
  expect(await newestEntry(service)).toMatchObject({
    action: "createDataApiKey",
    objects: [],
    outcome: "failed",
    error: "upstream_unreachable",
  });
});

verifies("audit:entries:no-reads", async () => {
  const before = (await trail()).length;
  for (const path of ["/svc/api/api-key", "/svc/api/session", "/svc/api/sessions", "/svc/api/audit", "/svc/healthz"])
    expect((await service.admin("GET", path)).status).toBe(200);
  // Invalid input changes nothing.
  expect(await service.admin("POST", "/svc/api/api-key", { user: 5 })).toRefuseWith("input_invalid");
  expect(await trail()).toHaveLength(before);
});

verifies("audit:entries:declared", () => {
  // Events of receivers aren't audited: the deliveries keep all of them.
  const silent = Object.values(catalogue)
    .flatMap((resource): (readonly [string, Operation])[] => Object.entries(resource))
    .filter(
      ([, operation]) =>
        operation.method !== "GET" &&
        operation.answers !== "bytes" &&
        !hasOwnProtocol(operation) &&
        operation.access !== "data-key",
    )
    .filter(([, { changes }]) => changes === undefined)
    .map(([name]) => name);
  expect(silent).toEqual([]);
});
