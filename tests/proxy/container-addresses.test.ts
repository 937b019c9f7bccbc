import makeFetchCookie from "fetch-cookie";
import { CookieJar } from "tough-cookie";
import { afterAll, expect, test } from "vitest";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const service = await testService({ environment: { SERVICE_PREFIX_ALIASES: "otto" } });
afterAll(() => service.stop());

const key = await service.aKey();
const withPhoto = (prefix = "svc") =>
  `/${prefix}/fmi/data/vLatest/databases/Contacts/layouts/Contacts/records?_limit=1`;

async function photoAddress(prefix?: string): Promise<string> {
  const answer = await service.raw("GET", withPhoto(prefix), { key });
  expect(answer).toSucceed();
  return answer.body.response.data[0].fieldData.photo;
}

verifies("proxy:container:rewritten", async () => {
  const answer = await service.raw("GET", withPhoto(), { key });
  expect(answer.body.response.data[0].fieldData.photo).toMatch(
    new RegExp(`^${service.baseUrl}/svc/fmi/streaming/MainDB/[0-9A-F]{64}\\.png\\?RCType=`),
  );
  expect(answer.text).not.toContain(service.sandbox.origin);
  expect(Number(answer.headers["content-length"])).toBe(answer.bytes.length);
});

verifies("proxy:container:rewritten", "under the prefix that the caller used", async () => {
  expect(await photoAddress("otto")).toMatch(new RegExp(`^${service.baseUrl}/otto/fmi/streaming/MainDB/`));
});

verifies(
  "proxy:container:rewritten",
  "a response of more than one chunk loses its length and is rewritten while it streams",
  async () => {
    const answer = await service.raw("GET", withPhoto().replace("_limit=1", "_limit=500"), { key });
    expect(answer).toSucceed();
    expect(answer.bytes.length).toBeGreaterThan(64 * 1024);
    expect(answer.headers["content-length"]).toBeUndefined();
    expect(answer.text).not.toContain(service.sandbox.origin);
    expect(answer.text.match(/\/svc\/fmi\/streaming\//g)).toHaveLength(5);
  },
);

verifies("proxy:container:cookie", async () => {
  const path = (await photoAddress()).slice(service.baseUrl.length);
  const answer = await service.raw("GET", path);
  expect(answer.status).toBe(302);
  expect(answer.headers.location).toBe(service.baseUrl + path);
  const [cookie = ""] = answer.headers["set-cookie"] as readonly string[];
  expect(cookie).toMatch(/^X-FMS-Session-Key=[0-9A-F]{32}; HttpOnly; Path=\/svc\/fmi\/streaming\/$/);
  const withCookie = await service.raw("GET", path, { headers: { Cookie: cookie.split(";")[0] ?? "" } });
  expect(withCookie.status).toBe(200);
  expect(withCookie.headers["content-type"]).toBe("image/png");
  expect(withCookie.bytes.subarray(1, 4).toString()).toBe("PNG");
});

verifies("proxy:container:followed", async () => {
  const path = (await photoAddress()).slice(service.baseUrl.length);
  const ofKey: readonly (readonly [path: string, headers: Readonly<Record<string, string>>])[] = [
    [path, { Authorization: `Bearer ${key}` }],
    [path, { Authorization: `Basic ${Buffer.from(`apiKey:${key}`).toString("base64")}` }],
    [`${path}&apiKey=${key}`, {}],
    [path, { Authorization: `Bearer ${key}`, Cookie: "theme=dark" }],
  ];
  for (const [target, headers] of ofKey) {
    const answer = await service.raw("GET", target, { headers });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers["content-type"]).toBe("image/png");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.bytes.subarray(1, 4).toString()).toBe("PNG");
  }
  const head = await service.raw("HEAD", path, { headers: { Authorization: `Bearer ${key}` } });
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  // A client that keeps cookies gets the redirect's target as before.
  const token = await service.raw("GET", path, { headers: { Authorization: "Bearer a-token-of-filemaker" } });
  expect(token.status).toBe(302);
});

verifies(
  "proxy:container:followed",
  "an unknown or disabled key opens nothing, although the address alone does",
  async () => {
    const path = (await photoAddress()).slice(service.baseUrl.length);
    const unknown = await service.raw("GET", path, { headers: { Authorization: `Bearer ${key.slice(0, -4)}AAAA` } });
    expect(unknown).toRefuseLikeFileMaker("key_unknown");
    const limited = await service.aKey({ limits: { networks: ["192.0.2.0/24"] } });
    const elsewhere = await service.raw("GET", path, { headers: { Authorization: `Bearer ${limited}` } });
    expect(elsewhere).toRefuseLikeFileMaker("key_network_refused");
  },
);

verifies("proxy:client:container", async () => {
  const jar = new CookieJar();
  const answer = await makeFetchCookie(fetch, jar)(await photoAddress());
  expect(answer.status).toBe(200);
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe("PNG");
  expect(await jar.getCookieString(`${service.baseUrl}/svc/api/api-key`)).toBe("");
});

test("a container URL without a cookie, or after its session's end, gets the server's error", async () => {
  const path = (await photoAddress()).slice(service.baseUrl.length);
  expect((await fetch(service.baseUrl + path, { redirect: "manual" })).status).toBe(302);
  await service.turn(16 * 60_000);
  expect((await service.raw("GET", path)).status).toBe(401);
  expect((await service.raw("POST", path)).status).toBe(405);
  expect((await service.raw("GET", "/svc/fmi/streaming/nonsense")).status).toBe(400);
});

test("a file's URL can't leave the streaming route", async () => {
  for (const path of ["../fmi/admin/api/v2/server/status", "%2e%2e/fmi/data/vLatest/productInfo", "..%2ffmi/x"]) {
    const answer = await service.raw("GET", `/svc/fmi/streaming/${path}`);
    expect(answer, path).toRefuseLikeFileMaker("path_refused");
  }
});

test("the log contains no URL that opens a container", async () => {
  const address = await photoAddress();
  await service.raw("GET", address.slice(service.baseUrl.length));
  const capability = /MainDB\/([0-9A-F]{64})/.exec(address)?.[1] ?? "";
  expect(capability).toHaveLength(64);
  expect(await service.logs()).not.toContain(capability);
});
