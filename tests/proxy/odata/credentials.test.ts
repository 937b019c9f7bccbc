import { afterAll, beforeEach, expect } from "vitest";
import { newSecret } from "#shared/keys/secret.ts";
import { saying, wireUpstream } from "../../support/http/wire-upstream.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const file = { databases: ["Wire.fmp12"] };
const key = await service.aKey({ ...file, isOData: true });
const path = "/svc/fmi/odata/v4/Wire/contacts?$top=1";
const rows = saying(200, ["Content-Type", "application/json;charset=utf-8"], '{"value":[]}');

beforeEach(() => upstream.answers(rows));

/** Returns the Authorization header that the server received. */
function account(): string | undefined {
  const { rawHeaders = [] } = upstream.calls[0] ?? {};
  return rawHeaders.find((_, index) => rawHeaders[index - 1]?.toLowerCase() === "authorization");
}

async function passes(target: string, headers: Record<string, string> = {}): Promise<void> {
  upstream.answers(rows);
  const answer = await service.raw("GET", target, { headers });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toEqual({ value: [] });
  expect(account()).toBe(basicAuth("api", "demo-pass"));
}

verifies("proxy:odata:bearer", () => passes(path, { Authorization: `Bearer ${key}` }));

verifies("proxy:odata:url-user", () => passes(path, { Authorization: basicAuth("apiKey", key) }));

verifies("proxy:odata:query", async () => {
  for (const target of [`${path}&apiKey=${key}`, path.replace("?", `?apiKey=${key}&`)]) {
    await passes(target);
    expect(upstream.calls.map((call) => call.target)).toEqual(["/fmi/odata/v4/Wire/contacts?$top=1"]);
  }
});

verifies("proxy:odata:flag", async () => {
  const without = await service.aKey(file);
  upstream.answers(rows);
  for (const target of [path, "/svc/fmi/odata/v4", "/svc/fmi/odata/v4/Wire/$metadata"]) {
    const answer = await service.raw("GET", target, { key: without });
    expect(answer).toRefuseLikeOData("key_odata_off");
    expect(answer.body).toEqual({ error: { code: "9", message: expect.any(String) } });
  }
  expect(upstream.calls).toEqual([]);
});

verifies("proxy:odata:other-file", async () => {
  for (const name of ["Other", "Wire2", "wire.fmp12.fmp12", "Wire%00", "W", "Wire;x"]) {
    const answer = await service.raw("GET", `/svc/fmi/odata/v4/${name}/contacts`, { key });
    expect([400, 403], name).toContain(answer.status);
    if (answer.status === 403) expect(answer).toRefuseLikeOData("key_file_not_allowed");
  }
  expect(upstream.calls).toEqual([]);
});

verifies("proxy:odata:unknown-key", async () => {
  const deleted = await service.aKey({ ...file, isOData: true });
  await service.admin("DELETE", `/svc/api/api-key/${deleted}`);
  upstream.answers(rows);
  const unknown = newSecret("data", service.runtime.platform.ids);
  const refused = [
    await service.raw("GET", path, { key: deleted }),
    await service.raw("GET", path, { key: unknown }),
    await service.raw("GET", `${path}&apiKey=${unknown}`),
    await service.raw("GET", path, { headers: { Authorization: basicAuth("apiKey", unknown) } }),
    await service.raw("GET", path),
    await service.raw("GET", path, { headers: { Authorization: "Bearer 0123456789abcdef" } }),
    await service.raw("GET", path, { headers: { Authorization: "Negotiate abc" } }),
    await service.raw("GET", path, { headers: { Authorization: "Basic" } }),
  ];
  for (const answer of refused) {
    expect(answer).toRefuseLikeOData("key_unknown");
    expect(answer.body).toEqual({ error: { code: "212", message: expect.any(String) } });
    expect(answer.headers["www-authenticate"]).toMatch(/^Basic realm=/);
  }
  expect(upstream.calls).toEqual([]);
});

verifies("proxy:odata:unknown-key", "no key is forwarded as an account's name or password", async () => {
  const adminKey = await service.anAdminKey();
  for (const [user, pass] of [
    [key, "x"],
    [adminKey, ""],
    ["api", key],
    ["admin", adminKey],
  ] as const) {
    const answer = await service.raw("GET", path, { headers: { Authorization: basicAuth(user, pass) } });
    expect(answer).toRefuseLikeOData("key_unknown");
  }
  expect(upstream.calls).toEqual([]);
});

verifies("proxy:odata:two-credentials", async () => {
  const answer = await service.raw("GET", `${path}&apiKey=${key}`, { key });
  expect(answer).toRefuseLikeOData("credentials_repeated");
  const twice = { Authorization: [`Bearer ${key}`, basicAuth("api", "demo-pass")] };
  expect(await service.raw("GET", path, { headers: twice })).toRefuseLikeOData("credentials_repeated");
});

verifies("proxy:odata:last-used", async () => {
  const used = await service.aKey({ ...file, isOData: true });
  const lastUsed = async () => (await service.admin("GET", `/svc/api/api-key/${used}`)).body.response.last_used;
  expect(await lastUsed()).toBeNull();
  expect((await service.raw("GET", path, { key: used })).status).toBe(200);
  await service.settle();
  expect(await lastUsed()).not.toBeNull();
});
