import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import type { MiddlewareObj } from "@middy/core";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { crossOrigin } from "../../../functions/edge/cross-origin.ts";
import { resource as keys } from "../../../functions/keys/keys.ts";
import { forOrigins } from "../../../functions/lambda/middlewares.ts";
import { resource as proxy } from "../../../functions/proxy/proxy.ts";
import { collectedEntry, handlerOf, streamedEntry } from "../../support/aws/lambda-entries.ts";
import { installStreamingRuntime, invokeStream, restEvent } from "../../support/aws/streaming-runtime.ts";
import { aBrowser } from "../../support/http/a-browser.ts";
import { adminAccount, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

installStreamingRuntime();
const shop = "https://shop.example.com";
const listed = [shop, "http://localhost:5173"];
const service = await testService({ environment: { CORS_ORIGINS: listed.join(", ") } });
afterAll(() => service.stop());
const key = await service.aKey({ isOData: true });
const adminKey = await service.anAdminKey();

const account = { Authorization: adminAccount };
const asks = { "Access-Control-Request-Method": "PATCH", "Access-Control-Request-Headers": "authorization" };
const places = [
  ["/svc/api/api-key", account],
  ["/svc/api/nowhere", account],
  ["/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/records?_limit=1", { Authorization: `Bearer ${key}` }],
  ["/svc/fmi/data/vLatest/databases/Contacts/layouts/Contacts/records?_limit=1", {}],
  ["/svc/fmi/odata/v4/Contacts/Contacts?$top=1", { Authorization: `Bearer ${key}` }],
  ["/svc/fmi/admin/v2/server/status", { Authorization: `Bearer ${adminKey}` }],
] as const;
/** Origins that are neither listed nor similar enough to be mistaken for a listed one. */
const unknownCallers = [
  "https://else.example.com",
  "null",
  "http://shop.example.com",
  `${shop}:8443`,
  `${shop}.evil.test`,
  "*",
];

function ofOrigins(headers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("access-control-")));
}

verifies("access:origins:listed", async () => {
  for (const origin of listed)
    for (const [path, headers] of places) {
      const answer = await service.raw("GET", path, { headers: { ...headers, Origin: origin } });
      expect(answer.headers["access-control-allow-origin"], path).toBe(origin);
      expect(answer.headers["access-control-expose-headers"], path).toContain("X-Request-Id");
      expect(answer.headers.vary, path).toMatch(/\bOrigin$/);
      expect(answer.headers["access-control-allow-credentials"], path).toBeUndefined();
    }
});

verifies(
  "access:origins:listed",
  "information in OData headers, such as the number of changed rows, can be read",
  async () => {
    const path = "/svc/fmi/odata/v4/Contacts/Contacts?$filter=lastName%20eq%20'Nobody'";
    const headers = { Authorization: `Bearer ${key}`, Origin: shop };
    const answer = await service.raw("DELETE", path, { headers });
    expect(answer.headers["fmodata.affected_rows"]).toBe("0");
    expect(String(answer.headers["access-control-expose-headers"]).split(", ")).toContain("fmodata.affected_rows");
  },
);

verifies("access:origins:preflight", "a page can name the file that it puts into a container", async () => {
  const asked = { ...asks, Origin: shop };
  const answer = await service.raw("OPTIONS", "/svc/fmi/odata/v4/Contacts/Contacts(1)/photo", { headers: asked });
  expect(String(answer.headers["access-control-allow-headers"]).split(", ")).toContain("Content-Disposition");
});

verifies("access:origins:listed", "any other origin gets its response without permission to read it", async () => {
  for (const origin of [...unknownCallers, undefined])
    for (const [path, headers] of places) {
      const answer = await service.raw("GET", path, { headers: { ...headers, ...(origin && { Origin: origin }) } });
      expect(ofOrigins(answer.headers), `${origin} ${path}`).toEqual({});
      // Caches keep answers to different origins separate, including answers without an origin.
      expect(answer.headers.vary, path).toMatch(/\bOrigin$/);
    }
});

verifies("access:origins:preflight", async () => {
  for (const [path] of places) {
    const answer = await service.raw("OPTIONS", path, { headers: { ...asks, Origin: shop } });
    expect(answer.status, path).toBe(204);
    expect(answer.text).toBe("");
    expect(ofOrigins(answer.headers)).toEqual({
      "access-control-allow-origin": shop,
      "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
      "access-control-allow-headers": expect.stringContaining("Authorization, Content-Disposition, Content-Type"),
      "access-control-max-age": "600",
    });
    // Cookies are only accepted with this header, so pages of other origins must not be able to send it.
    expect(answer.headers["access-control-allow-headers"]).not.toMatch(/x-requested-with/i);
    for (const origin of unknownCallers) {
      const refused = await service.raw("OPTIONS", path, { headers: { ...asks, Origin: origin } });
      expect(refused.status, path).toBeGreaterThanOrEqual(400);
      expect(ofOrigins(refused.headers)).toEqual({});
    }
  }
  const before = { ...service.sandbox.counters };
  for (const [path] of places) await service.raw("OPTIONS", path, { headers: { ...asks, Origin: shop } });
  expect(service.sandbox.counters).toEqual(before);
});

verifies("access:origins:cookies", async () => {
  const browser = aBrowser(service);
  await browser.signIn();
  for (const [method, path] of [
    ["POST", "/svc/api/session"],
    ["DELETE", "/svc/api/sessions"],
  ] as const) {
    const headers = { Cookie: browser.cookie, Origin: shop, "Sec-Fetch-Site": "cross-site" };
    const json = { user: "admin", pass: "admin-pass" };
    expect(await service.raw(method, path, { headers, json })).toRefuseWith("cross_site_refused");
  }
});

const origins = crossOrigin(listed, ["svc"]);
const middlewares = origins === undefined ? [] : [forOrigins(origins) as MiddlewareObj];
const { platform } = service.runtime;
const wholes = collectedEntry(handlerOf(keys, platform), middlewares);
const streams = streamedEntry(handlerOf(proxy, platform), middlewares);

verifies("access:origins:listed", "on Lambda too", async () => {
  for (const [origin, expected] of [
    [shop, shop],
    ["https://else.example.com", undefined],
  ] as const) {
    const headers = { ...account, Origin: origin };
    const own = await wholes(restEvent("GET", "/svc/api/api-key", { headers }));
    expect(own.statusCode).toBe(200);
    expect(own.multiValueHeaders?.Vary).toContain("Origin");
    expect(own.headers?.["Access-Control-Allow-Origin"]).toBe(expected);
    const withKey = { Authorization: `Bearer ${key}`, Origin: origin };
    const { prelude } = await invokeStream(streams, restEvent("GET", places[2][0], { headers: withKey }));
    expect(prelude?.statusCode).toBe(200);
    expect(JSON.stringify(prelude)).toContain("Origin");
    expect(new Map(Object.entries(prelude?.headers ?? {})).get("Access-Control-Allow-Origin")).toBe(expected);
  }
});

verifies("access:origins:preflight", "on Lambda, for requests that bypass CloudFront", async () => {
  const own = await wholes(restEvent("OPTIONS", "/svc/api/api-key", { headers: { ...asks, Origin: shop } }));
  expect(own).toMatchObject({ statusCode: 204, body: "", headers: { "Access-Control-Allow-Origin": shop } });
  const answer = await invokeStream(
    streams,
    restEvent("OPTIONS", places[2][0], { headers: { ...asks, Origin: shop } }),
  );
  expect(answer.whole).toBe(true);
  expect(answer.prelude).toMatchObject({ statusCode: 204, headers: { "Access-Control-Allow-Origin": shop } });
});

/** Returns the function that CloudFront runs, from the template. */
function cloudFrontFunction(): (event: object) => { readonly statusCode?: number; readonly headers: object } {
  const text = readFileSync(new URL("../../../serverless.yml", import.meta.url), "utf8");
  const code: string = parse(text, { logLevel: "silent", merge: true }).resources.Resources.BeforeCalls.Properties
    .FunctionCode;
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: variables of serverless.yml, not of JavaScript
  const filled = code
    .replaceAll("${param:corsOrigins}", listed.join(","))
    .replaceAll("${param:prefix}", "svc")
    .replaceAll("${param:prefixAlias}", "otto");
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above
  return runInNewContext(`${filled}; handler`);
}

test("CloudFront answers preflights like one machine does, and forwards every other request", async () => {
  const handler = cloudFrontFunction();
  const eventOf = (method: string, headers: Readonly<Record<string, string>>) => ({
    request: {
      method,
      uri: "/svc/api/api-key",
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), { value }])),
    },
  });
  const plain = ({ headers }: { readonly headers: object }) =>
    Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value]));
  for (const origin of listed) {
    const asked = { ...asks, Origin: origin };
    const there = handler(eventOf("OPTIONS", asked));
    const here = await service.raw("OPTIONS", "/svc/api/api-key", { headers: asked });
    expect(there.statusCode).toBe(here.status);
    expect(here.headers).toMatchObject(plain(there));
    expect(ofOrigins(here.headers)).toEqual(ofOrigins(plain(there)));
  }
  for (const [method, headers] of [
    ["OPTIONS", { Origin: shop }],
    ["OPTIONS", asks],
    ["GET", { ...asks, Origin: shop }],
    ...unknownCallers.map((origin) => ["OPTIONS", { ...asks, Origin: origin }] as const),
  ] as const) {
    const event = eventOf(method, headers);
    expect(handler(event), JSON.stringify(event)).toBe(event.request);
  }
});
