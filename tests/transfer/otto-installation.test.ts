import { afterAll, expect } from "vitest";
import { callouts } from "#shared/node/callouts.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";
import { anOldServer } from "./support/an-old-server.ts";

const adminKey = "ak_0a1b2c3d4e5f6g7h8i9j0k1l2m3";
const letters = "abcdefghijklmnopqrstuvwxyz";
const valueNamed = (prefix: string, index: number) => `${prefix}${letters}${String(index).padStart(2, "0")}`;
const count = (length: number) => Array.from({ length }, (_, index) => index);
const dataKeys = count(50).map((index) => ({
  ...{ id: index + 1, key: valueNamed(index % 5 === 0 ? "KEY_" : "dk_", index), user: "api", label: `Client ${index}` },
  ...{ database: "Contacts.fmp12", is_data_api: true, is_odata: index === 0, created_at: null, last_used: null },
}));
const webhooks = count(20).map((index) => ({
  ...{ id: index + 1, database: "Contacts.fmp12", label: `Sender ${index}`, active: 1 },
  url: `/otto/receiver/Contacts.fmp12/sender-${index}`,
}));
const servers = count(5).map((index) => ({
  ...{ slug: `server-${index}`, name: `Server ${index}`, filename: "Contacts.fmp12" },
  ...{ description: null, is_active: true },
}));
const tool = { id: 1, name: "Echo", description: "Echoes", script_name: "Echo", input_schema: {}, is_active: true };
const old = await anOldServer(adminKey, {
  "api-key": { "api-keys": dataKeys },
  "admin-api-key": { "api-keys": [{ id: 1, key: adminKey, label: "Deploy" }] },
  webhooks: { webhooks },
  "mcp-servers": { servers },
  ...Object.fromEntries(servers.map(({ slug }) => [`mcp-servers/${slug}/tools`, { tools: [tool] }])),
});
// Callouts never reach this machine, where the old server of the test is.
const reached = callouts({
  isAllowed: (address) => address === "127.0.0.1",
  isListed: () => true,
  addressesOf: async () => ["127.0.0.1"],
});
const service = await testService({
  environment: { SERVICE_PREFIX_ALIASES: "otto" },
  decorate: (platform) => ({ ...platform, callouts: reached }),
});
afterAll(async () => {
  await old.close();
  await service.stop();
});

const oldUrl = old.url.replace("127.0.0.1", "old.example.com");

interface Item {
  readonly kind: string;
  readonly name: string;
  readonly state: string;
  readonly reason: string | null;
  readonly secret: { readonly kind: string; readonly name: string; readonly files: readonly string[] } | null;
  readonly calls: readonly { readonly operation: string; readonly input: Readonly<Record<string, unknown>> }[];
}
const preview = async (adminApiKey = adminKey, serverUrl = oldUrl) =>
  service.admin("POST", "/svc/api/transfer/otto/preview", { serverUrl, adminApiKey });
const items = async (): Promise<readonly Item[]> => (await preview()).body.response.items;
/** Typed by the administrator, each once. */
const typed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "file-account": { pass: "demo-pass" },
  "console-account": { user: "admin", pass: "admin-pass" },
};

verifies("transfer:otto:preview", "by the API, with the calls that create each item", async () => {
  const { body, status, text } = await preview();
  expect(status, text).toBe(200);
  expect(body.response.from).toBe(oldUrl);
  expect(body.response.items).toHaveLength(81);
  expect(body.response.items[0]).toEqual({
    kind: "data-key",
    name: `Client 0 …yz00 (api; Contacts.fmp12)`,
    state: "new",
    reason: null,
    secret: { kind: "file-account", name: "api", files: ["Contacts.fmp12"] },
    calls: [
      {
        operation: "POST /svc/api/api-key",
        input: {
          ...{ key: dataKeys[0]?.key, databases: ["Contacts.fmp12"], user: "api", label: "Client 0" },
          ...{ isDataApi: true, isOData: true, allowAnyDatabase: false },
        },
      },
    ],
  });
  expect(body.response.staysBehind.join(" ")).toContain("Table triggers");
  const origin = await preview(adminKey, new URL(oldUrl).origin);
  expect(origin.body.response.from).toBe(oldUrl);
});

verifies(
  "transfer:otto:preview",
  "a wrong key, another service and an address that isn't reached are named",
  async () => {
    expect(await preview("ak_wrong")).toRefuseWith("otto_not_read");
    expect((await preview("ak_wrong")).text).toContain("doesn't accept the Admin API key: Unauthorized");
    const { port } = new URL(service.sandbox.origin);
    expect(await preview(adminKey, `http://old.example.com:${port}`)).toRefuseWith("otto_not_read");
    expect(await preview(adminKey, "http://old.example.com:1/otto")).toRefuseWith("transfer_target_away");
  },
);

verifies("transfer:otto:account", async () => {
  const test = (json: object) => service.admin("POST", "/svc/api/api-key/test-account", json);
  const databases = ["Contacts.fmp12", "Nowhere.fmp12"];
  const right = await test({ databases, user: "api", pass: "demo-pass" });
  expect(right.body.response.files).toMatchObject([
    { database: "Contacts.fmp12", ok: true, text: null },
    { database: "Nowhere.fmp12", ok: false, text: expect.stringContaining("not hosted") },
  ]);
  const wrong = await test({ databases: ["Contacts"], user: "api", pass: "guess" });
  expect(wrong.body.response).toMatchObject({ ok: false, files: [{ text: "wrong account or password" }] });
  expect((await service.admin("GET", "/svc/api/api-key")).body.response["api-keys"]).toEqual([]);
});

verifies("transfer:otto:installation", async () => {
  const startedAt = performance.now();
  for (const { secret, calls } of await items()) {
    for (const [index, { operation, input }] of calls.entries()) {
      const [method = "", template = ""] = operation.split(" ");
      const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
      const fields = { ...input, ...(index === 0 && secret !== null && typed[secret.kind]) };
      const { status, text } = await service.admin(method, path, fields);
      expect(status, text).toBeLessThan(300);
    }
  }
  const seconds = (performance.now() - startedAt) / 1000;
  expect(seconds).toBeLessThan(300);

  await service.turn(60_000);
  let [unchanged, delivered] = [0, 0];
  for (const { key } of dataKeys) {
    const headers = { Authorization: `Bearer ${key}` };
    const answer = await service.raw("GET", recordsPath("Contacts").replace("/svc/", "/otto/"), { headers });
    if (answer.status === 200) unchanged += 1;
  }
  for (const [index, { url }] of webhooks.entries()) {
    const answer = await service.raw("POST", `${url}/${dataKeys[index]?.key}`, { json: { event: index } });
    if (answer.status === 200) delivered += 1;
  }
  expect([unchanged, delivered]).toEqual([50, 20]);
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  for (const { slug } of servers) {
    const headers = {
      Authorization: `Bearer ${dataKeys[0]?.key}`,
      Accept: "application/json, text/event-stream",
    };
    const answer = await service.raw("POST", `/otto/mcp/${slug}`, { headers, json: list });
    expect(answer.text, slug).toContain("Echo");
  }
  expect((await items()).map(({ state }) => state)).toEqual(count(81).map(() => "present"));
  const logs = await service.logs();
  for (const { key } of dataKeys) expect(logs).not.toContain(key);
});
