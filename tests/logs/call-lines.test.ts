import { afterAll, expect } from "vitest";
import { aBrowser } from "../support/http/a-browser.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { mistyped } from "../support/mistyped.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

type Line = Readonly<Record<string, string | number>>;

/** Returns the service's log lines for calls of a path, as objects. */
async function linesOf(path: string): Promise<readonly Line[]> {
  const lines = (await service.logs()).split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line)).filter((line) => line.path === path);
}

/** Returns the path of a proxied call as it is logged. */
function loggedPath(path: string): string {
  return path.slice("/svc".length).split("?")[0] ?? "";
}

verifies("logs:calls:key", async () => {
  const key = await service.aKey({ label: "Web shop" });
  expect((await service.raw("GET", recordsPath(), { key })).status).toBe(200);
  const [line] = await linesOf(loggedPath(recordsPath()));
  expect(line).toMatchObject({ status: 200, key: "data-key:1", label: "Web shop", method: "GET" });
});

verifies("logs:calls:key", "of a management request with an Admin API Key too", async () => {
  const key = await service.anAdminKey("Deploy script");
  expect(await service.raw("GET", "/svc/api/disk-space", { key })).toBeDefined();
  const [line] = await linesOf("/svc/api/disk-space");
  expect(line).toMatchObject({ key: "admin-key:1", label: "Deploy script", caller: "admin-key" });
});

verifies("logs:calls:key", "a key's value in a label is masked", async () => {
  // Labels are stored as users wrote them. The test uses an invalid key, so that no working key is stored there.
  const value = mistyped(await service.aKey({ label: "First" }));
  const key = await service.aKey({ label: `Like ${value}` });
  await service.raw("GET", recordsPath(), { key });
  const logged = await service.logs();
  expect(logged).not.toContain(value);
  expect(logged).toContain(`"label":"Like dk_…${value.slice(-4)}"`);
});

verifies("logs:calls:code", async () => {
  const key = await service.aKey({ label: "Kiosk" });
  const path = "/svc/fmi/data/vLatest/databases/Contacts.fmp12/layouts/Nope/records";
  const answer = await service.raw("GET", path, { key });
  const [line] = await linesOf(loggedPath(path));
  expect(line).toMatchObject({
    status: answer.status,
    code: "105",
    waitMs: expect.any(Number),
    fileMakerMs: expect.any(Number),
  });
  expect(line?.error).toBeUndefined();
  const found = await service.admin("GET", "/svc/api/logs/svc-info.log/search?text=layouts%2FNope");
  expect(found.body.response.records[0]).toMatchObject({ code: "105", meaning: "Layout is missing", level: "error" });
});

verifies("logs:calls:code", "of an OData call too, and a rejected call has Latchkey's own sentence", async () => {
  const key = await service.aKey({ databases: ["Contacts"], isOData: true });
  const path = "/svc/fmi/odata/v4/Contacts/Nowhere";
  expect((await service.raw("GET", path, { key })).status).toBe(404);
  expect((await linesOf(loggedPath(path)))[0]).toMatchObject({ code: expect.stringMatching(/^-?\d+$/) });
  await service.raw("GET", recordsPath("Private"), { key });
  await service.logs();
  const found = await service.admin("GET", "/svc/api/logs/svc-info.log/search?text=key_file_not_allowed");
  expect(found.body.response.records[0]).toMatchObject({
    code: "key_file_not_allowed",
    meaning: "This key can't access this file",
    level: "warning",
  });
});

verifies("logs:calls:code", "and its response shows the times to the caller", async () => {
  const key = await service.aKey();
  const { headers } = await service.raw("GET", recordsPath(), { key });
  expect(headers["server-timing"]).toMatch(/^wait;dur=\d+(\.\d)?, filemaker;dur=\d+(\.\d)?$/);
});

verifies("logs:calls:key-refused", async () => {
  const key = await service.aKey({ label: "No OData" });
  const path = "/svc/fmi/odata/v4/Contacts.fmp12/Contacts";
  const answer = await service.raw("GET", path, { key });
  expect(answer).toRefuseLikeOData("key_odata_off");
  expect(answer.text).toContain("OData is off for this key");
  expect((await linesOf(loggedPath(path)))[0]).toMatchObject({ error: "key_odata_off", label: "No OData" });
});

verifies("logs:calls:key-refused", "if its limits or its list of APIs reject the Data API", async () => {
  const key = await service.aKey({ label: "OData only", databases: ["Contacts"], isOData: true, isDataApi: false });
  const path = recordsPath();
  expect(await service.raw("GET", path, { key })).toRefuseLikeFileMaker("key_data_api_off");
  const lines = await linesOf(loggedPath(path));
  expect(lines.find(({ label }) => label === "OData only")).toMatchObject({ error: "key_data_api_off" });
});

verifies("logs:calls:order", async () => {
  const key = await service.aKey({ label: "Reports" });
  expect(await service.raw("GET", recordsPath("Orders"), { key })).toRefuseLikeFileMaker("key_file_not_allowed");
  const line = (await linesOf(loggedPath(recordsPath("Orders")))).find(({ label }) => label === "Reports");
  const names = Object.keys(line ?? {}).filter((name) => name !== "time" && name !== "level");
  expect(names.slice(0, 5)).toEqual(["status", "error", "key", "label", "path"]);
});

verifies("logs:calls:console", async () => {
  const browser = aBrowser(service);
  await browser.signIn();
  expect(await browser.call("GET", "/svc/api/api-key?limit=7")).toSucceed();
  expect(await browser.call("POST", "/svc/api/prerequisites", { json: {} })).toSucceed();
  expect((await browser.call("GET", "/svc/api/api-key/4711")).status).toBe(404);
  expect(await browser.call("PATCH", "/svc/api/settings", { json: { serverNickname: "Staging" } })).toSucceed();
  expect(await service.admin("GET", "/svc/api/sessions")).toSucceed();
  const counted = async (path: string) => (await linesOf(path)).filter(({ method }) => method !== "POST").length;
  expect((await linesOf("/svc/api/api-key")).filter(({ caller }) => caller === "session")).toEqual([]);
  expect(await linesOf("/svc/api/prerequisites")).toEqual([]);
  expect(await counted("/svc/api/api-key/4711")).toBe(1);
  expect(await counted("/svc/api/settings")).toBe(1);
  expect(await counted("/svc/api/sessions")).toBe(1);
});
