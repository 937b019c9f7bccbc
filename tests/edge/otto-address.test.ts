import { afterAll, expect } from "vitest";
import { ignoredSettings } from "../../local-runtime/requested-start.ts";
import { aDocument } from "../notes/support/document.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const otto = async (method: string, path: string, json?: unknown) =>
  (await service.admin(method, `/otto/api${path}`, json)).body.response;

verifies("contract:paths:called-prefix", async () => {
  const hook = { channel: "forms", filename: "Contacts.fmp12", label: "Forms" };
  const made = await otto("POST", "/webhooks", hook);
  expect(made.url).toBe("/otto/receiver/Contacts.fmp12/forms");
  expect((await otto("GET", "/webhooks")).webhooks[0].url).toBe(made.url);
  expect((await otto("PATCH", `/webhooks/${made.id}`, { label: "All forms" })).url).toBe(made.url);
  expect((await service.admin("GET", "/svc/api/webhooks")).body.response.webhooks[0].url).toBe(
    "/svc/receiver/Contacts.fmp12/forms",
  );
  expect((await otto("GET", "/admin-mcp")).url).toBe(`${service.baseUrl}/otto/admin-mcp`);
});

verifies("contract:paths:pages", async () => {
  const headers = { Accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" };
  const page = async (path: string) => {
    const { status, headers: answered } = await service.raw("GET", path, { headers });
    return [status, answered.location];
  };
  expect(await page("/otto")).toEqual([302, "/otto/console/"]);
  expect(await page("/otto/webhooks")).toEqual([302, "/otto/console/#/webhooks"]);
  expect(await page("/otto/settings")).toEqual([302, "/otto/console/#/settings"]);
  expect(await page("/otto/license")).toEqual([302, "/otto/console/#/settings/about"]);
  expect(await page("/otto/app/api-keys")).toEqual([302, "/otto/console/#/keys"]);
  expect(await page("/otto/builds/7")).toEqual([302, "/otto/console/#/builds/7"]);
  expect(await page("/otto/unknown/page")).toEqual([302, "/otto/console/"]);
  expect((await page("/elsewhere"))[0]).toBe(404);
  const program = await service.raw("GET", "/otto/webhooks", { headers: { Accept: "application/json" } });
  expect(program).toRefuseWith("route_not_found");
  expect(await service.raw("POST", "/otto/webhooks", { headers })).toRefuseWith("route_not_found");
});

verifies("notes:remap:moved", async () => {
  const at = (name: string) => `/svc/api/file-notes/${name}`;
  await service.admin("PUT", at("Old"), { document: aDocument("kept") });
  await service.admin("PUT", at("Taken"), { document: aDocument("other") });
  const move = (from: string, to: string) =>
    service.admin("PATCH", `/otto/api/file-notes/${from}/remap`, { new_filename: to });
  expect(await move("Nothing.fmp12", "New.fmp12")).toRefuseWith("note_not_found");
  expect(await move("Old.fmp12", "Taken")).toRefuseWith("note_exists");
  expect((await move("Old.fmp12", "New.fmp12")).body.response.note).toMatchObject({
    filename: "New.fmp12",
    excerpt: "kept",
  });
  expect(await service.admin("GET", at("Old"))).toRefuseWith("note_not_found");
  expect((await service.admin("GET", at("Taken"))).body.response.note.excerpt).toBe("other");
  expect((await move("new", "NEW.fmp12")).body.response.note.excerpt).toBe("kept");
  // A file whose note was deleted can get another one.
  expect((await move("New", "Old")).body.response.note.excerpt).toBe("kept");
});

verifies("oauth:grants:otto-path", async () => {
  const { grants } = (await service.admin("GET", "/svc/api/oauth/grants")).body.response;
  expect(await otto("GET", "/odata-oauth-grants")).toEqual({ grants });
  expect(await service.raw("GET", "/otto/api/odata-oauth-grants")).toRefuseWith("unauthenticated");
});

verifies("runtime:settings:of-otto", () => {
  const variables = {
    FMSERVER_USERNAME: "admin",
    FMSERVER_PASSWORD: "secret-one",
    OTTOFMS_LICENSE: "",
    FMS_SERVER: "x",
  };
  const warnings = ignoredSettings(variables);
  expect(warnings).toHaveLength(3);
  for (const name of ["FMS_SERVER", "FMSERVER_USERNAME", "FMSERVER_PASSWORD"])
    expect(warnings.filter((warning) => new RegExp(`\\b${name}\\b`).test(warning))).toHaveLength(1);
  expect(warnings.join()).not.toContain("secret-one");
});

verifies("logs:names:otto", async () => {
  const listed = (await service.admin("GET", "/otto/api/server-info/logs")).body.response;
  if (listed.serviceLogs.length === 0) return; // The emulators of AWS keep no logs.
  expect(listed.ottoLogs).toEqual(listed.serviceLogs.map((name: string) => name.replace("svc-", "otto-")));
  const read = (name: string) =>
    service.raw("GET", `/otto/api/server-info/logs/${name}`, { headers: { Authorization: adminAccount } });
  const [ours, theirs] = [await read("svc-error.log"), await read("otto-error.log")];
  expect([theirs.status, theirs.text]).toEqual([ours.status, ours.text]);
  expect(await service.admin("DELETE", "/otto/api/server-info/logs/clear/otto-receiver.log")).toSucceed();
  const lines = await service.admin("GET", "/otto/api/logs/otto-info.log/lines?count=1");
  for (const { time } of lines.body.response.lines) expect(time).not.toBeNull();
  // Other names are logs of the database host, whose agent isn't here.
  expect(await service.admin("GET", "/otto/api/logs/otto-other.log/lines")).toRefuseWith("agent_unavailable");
});

verifies("runtime:settings:called-host", async () => {
  if (!service.baseUrl.includes("127.0.0.1")) throw new Error(`Unexpected address ${service.baseUrl}`);
  for (const host of ["fms.example.com", "fms.example.com", "other.example.com"])
    await service.raw("GET", "/svc/api/info", { headers: { Host: host } });
  await service.settle();
  const lines = (await service.logs()).split("\n").filter((line) => line.includes("other_host_called"));
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain("fms.example.com");
});
