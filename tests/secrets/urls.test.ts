import { afterAll, expect, test } from "vitest";
import { pathWithoutKeys, withoutKeys } from "#shared/contract/values/api-key.ts";
import type { Answer } from "../support/http/call.ts";
import { recordsPath } from "../support/http/records-path.ts";
import { adminAccount, basicAuth, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService();
afterAll(() => service.stop());

const [key, adminKey] = [await service.aKey(), await service.anAdminKey()];
const byKey = `${recordsPath()}&apiKey=${key}`;

verifies("secrets:urls:masked", async () => {
  const headers = { Authorization: adminAccount };
  const encoded = [...key].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");
  const paths = [
    `/svc/api/api-key/${key}`,
    `/svc/api/api-key/${key.replace("_", "%5F")}`,
    `/svc/api/api-key/${key.replace("d", "%64")}`,
    `/svc/api/api-key/${encoded}`,
    `/svc/api/api-key/${key}x`,
    `/svc/api/api-key/x${key}`,
    `/svc/api/api-key/${key.slice(0, -1)}`,
    `/svc/api/api-key/${key}/logout`,
    `/svc/api/api-key/${key}%ff`,
    `/svc/api/api-key?apiKey=${key}&x=${adminKey}`,
    `/svc/api/admin-api-key/${adminKey}`,
    `/svc/api/nowhere/${adminKey}`,
    `/svc/nowhere/${key}`,
    `/${key}`,
    `${byKey}`,
    `/svc/fmi/data/vLatest/databases/${key}/layouts`,
    `/svc/fmi/data/vLatest/databases/Contacts/sessions/${key}`,
    `/svc/fmi/nowhere/${adminKey.replace("_", "%5f")}?apiKey=${key}`,
  ];
  for (const path of paths) {
    await service.raw("GET", path, { headers });
    await service.raw("GET", path, { headers: { Authorization: basicAuth("apiKey", key) } });
    await service.raw("POST", path, { headers: { Authorization: basicAuth("apiKey", adminKey) } });
  }
  const logs = await service.logs();
  expect(logs).toContain(`/svc/api/api-key/dk_…${key.slice(-4)}`);
  for (const value of [key, adminKey]) {
    const random = value.slice(3);
    // No nine characters of it are written anywhere.
    for (let index = 0; index + 9 <= random.length; index += 1) {
      expect(logs).not.toContain(random.slice(index, index + 9));
    }
    expect(logs).not.toContain(Buffer.from(`apiKey:${value}`).toString("base64").slice(12, 40));
  }
  expect(logs).not.toContain(encoded.slice(12, 40));
});

verifies("secrets:urls:masked", "FileMaker's own tokens are masked, also on paths that nothing answers", async () => {
  const hex = "0123456789abcdef".repeat(4).slice(0, 52);
  const jwt = ["eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", "eyJzaWQiOiI3LTEiLCJpYXQiOjF9", "Sig-na_ture-0f-it"].join(".");
  const native = await service.raw("POST", "/svc/fmi/data/vLatest/databases/Contacts/sessions", {
    headers: { Authorization: basicAuth("apiKey", key) },
    json: {},
  });
  const tokens = [hex, hex.toUpperCase(), jwt, String(native.headers["x-fm-data-access-token"])];
  for (const token of tokens)
    for (const path of [
      `/${token}`,
      `/svc/${token}`,
      `/svc/nowhere/${token}/x`,
      `/svc/nowhere/x${token}`,
      `/svc/fmi/data/v9/databases/Contacts/sessions/${token}`,
      `/svc/fmi/admin/api/v3/user/auth/${token}`,
      `/nowhere/fmi/admin/api/v2/user/auths/${token.replace("e", "%65")}`,
      `/svc/nowhere/${token.replace("a", "%61")}/%ff`,
    ])
      for (const method of ["GET", "DELETE"]) await service.raw(method, path);
  const logs = await service.logs();
  for (const part of tokens.flatMap((token) => token.split("."))) expect(logs).not.toContain(part.slice(5, 17));
});

verifies("secrets:urls:no-store", async () => {
  const create = { user: "api", pass: "demo-pass", databases: ["Contacts"] };
  for (const answer of [
    await service.admin("POST", "/svc/api/api-key", create),
    await service.raw("POST", "/svc/api/api-key/create-only", { json: create }),
    await service.admin("POST", "/svc/api/admin-api-key", { user: "admin", pass: "admin-pass" }),
    await service.admin("GET", `/svc/api/admin-api-key/${adminKey}`),
    await service.admin("GET", `/svc/api/api-key/${key}`),
    await service.raw("GET", `/svc/api/api-key?apiKey=${adminKey}`),
    await service.raw("GET", byKey),
    await service.raw("GET", `/svc/apidoc/page.css?apiKey=${key}`),
    await service.raw("GET", `/svc/fmi/data/vLatest/databases?apiKey=${key}`),
    await service.raw("GET", `/svc/fmi/data/vLatest/productInfo?apiKey=${key}`),
    await service.raw("GET", byKey.replace("Contacts.fmp12", "Orders.fmp12")),
    await service.raw("GET", recordsPath(), { headers: { Authorization: basicAuth("apiKey", key) } }),
    await service.raw("POST", "/svc/fmi/data/vLatest/databases/Contacts/sessions", {
      headers: { Authorization: basicAuth("apiKey", key) },
      json: {},
    }),
  ]) {
    expect(answer.headers["cache-control"], answer.text.slice(0, 200)).toBe("no-store");
    expect(answer.rawHeaders.filter((name) => /^(?:cache-control|expires|pragma)$/i.test(name))).toHaveLength(1);
  }
});

verifies("secrets:urls:no-referrer", async () => {
  const answers: Answer[] = [
    await service.admin("GET", "/svc/api/api-key"),
    await service.admin("GET", `/svc/api/admin-api-key/${adminKey}`),
    await service.raw("GET", "/svc/api/api-key"),
    await service.raw("GET", "/svc/api/nowhere"),
    await service.raw("GET", "/nowhere"),
    await service.raw("GET", "/svc/healthz"),
    await service.raw("GET", recordsPath(), { key }),
    await service.raw("GET", byKey),
    await service.raw("GET", recordsPath("Orders.fmp12"), { key }),
    await service.raw("GET", "/svc/fmi/data/vLatest/databases", { key }),
    await service.raw("GET", "/svc/fmi/data/vLatest/productInfo"),
    await service.raw("GET", "/svc/fmi/nowhere"),
    await service.raw("GET", "/svc/fmi/streaming/nowhere"),
    await service.raw("POST", "/svc/fmi/data/vLatest/databases/Contacts/sessions", {
      headers: { Authorization: basicAuth("apiKey", key) },
      json: {},
    }),
    await service.raw("GET", "/svc/api/api-key", { headers: { "X-Long": "x".repeat(20_000) } }),
  ];
  for (const answer of answers) {
    expect(answer.headers["referrer-policy"], answer.text.slice(0, 200)).toBe("no-referrer");
  }
});

test("text that only vaguely looks like a key stays readable", () => {
  for (const text of [
    "/svc/api/api-key/12",
    "/layouts/Task_Lists",
    "/layouts/Break_Schedules",
    "dk_…x7Qp",
    "a dk_ word",
  ]) {
    expect(withoutKeys(text)).toBe(text);
  }
  expect(pathWithoutKeys("/layouts/100%/K%C3%B6ln")).toBe("/layouts/100%/K%C3%B6ln");
  expect(pathWithoutKeys("/layouts/K%C3%B6ln%20A")).toBe("/layouts/Köln A");
});

verifies("secrets:masks:refused", async () => {
  const mask = "********";
  const files = [{ fileName: "Contacts", user: "Admin", password: mask }];
  const serverUrl = "https://dev.example.com";
  const source = { type: "service", buildId: "release-1", serverUrl, auth: { type: "apiKey", apiKey: mask } };
  const target = { fileName: "Contacts" };
  const deployments = [{ source, fileOperations: [{ operation: "replace", source: target, target }] }];
  const timing = { kind: "repeating", cron: "30 2 * * *", timeZone: "UTC" };
  const slack = { type: "slack", channelUrl: "https://hooks.slack.com/services/T0/B0/x" };
  const destination = (
    await service.admin("POST", "/svc/api/notifications/destinations", { label: "Team", target: slack })
  ).body.response.destination;
  const watched = { label: "Shop", filename: "Contacts", key, tableName: "Contacts" };
  const bodies: readonly (readonly [string, string, object])[] = [
    ["POST", "build", { buildId: "masked", files }],
    ["POST", "build", { publish: { destinations: [{ type: "server", serverUrl, apiKey: mask }] }, files: [target] }],
    [
      "POST",
      "build",
      { chainedAction: { type: "generic_api", url: `https://ci.example.com/${mask}` }, files: [target] },
    ],
    ["POST", "deployment", { deployments }],
    ["POST", "deployment/plan", { deployments }],
    ["POST", "deployment/recipes", { name: "Masked", request: { deployments } }],
    ["POST", "schedules", { name: "Masked", timing, action: { kind: "build", input: { files } } }],
    ["POST", "schedules", { name: "Masked", timing, action: { kind: "deployment", input: { deployments } } }],
    ["POST", "notifications/destinations", { label: "Masked", target: destination.target }],
    ["PATCH", `notifications/destinations/${destination.id}`, { target: destination.target }],
    ["POST", "triggers", { ...watched, destination: { kind: "address", url: "https://shop.example.com/in?key=…" } }],
    [
      "POST",
      "triggers",
      { ...watched, destination: { kind: "relay", targets: [{ kind: "url", url: "https://shop.example.com/…" }] } },
    ],
  ];
  for (const [method, path, body] of bodies)
    expect(await service.admin(method, `/svc/api/${path}`, body), `${method} ${path}`).toRefuseWith("secret_masked");
});
