import fc from "fast-check";
import { afterAll, expect } from "vitest";
import { aSegment, type EndedCall, echoing, endedCalls, headerIn, strays } from "../../support/http/ended-calls.ts";
import { type GeneratedCall, hostileHeaders, hostileText } from "../../support/http/hostile-calls.ts";
import { wireUpstream } from "../../support/http/wire-upstream.ts";
import { basicAuth, testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ environment: { FMS_ADMIN_URL: upstream.origin } });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const key = await service.anAdminKey();
const native = "Bearer eyJhbGciOiJIUzI1NiJ9.e30.c2ln";
const words = "databases user auth server config general clients schedules USER Auth 1".split(" ");
const bases = ["/fmi/admin", "/fmi/admin/api", "/fmi/admin/%76%32", "/fmi/admin/api/v2/../../v1", "/fmi/admin/v2;x"];
const otherCredentials = ["Bearer ak_wrong", "Bearer", "Digest x", "PKI a.b.c", `Bearer ${"ab".repeat(26)}`];

const aCall: fc.Arbitrary<GeneratedCall> = fc
  .record({
    method: fc.oneof(
      { weight: 5, arbitrary: fc.constant("GET") },
      { weight: 5, arbitrary: fc.constantFrom("POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS", "PROPFIND") },
    ),
    base: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom("/fmi/admin/v2", "/fmi/admin/api/v2") },
      { weight: 1, arbitrary: fc.constantFrom(...bases) },
    ),
    path: fc.oneof(
      {
        weight: 6,
        arbitrary: fc
          .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: aSegment }), {
            maxLength: 4,
          })
          .map((segments) => segments.map((segment) => `/${segment}`).join("")),
      },
      { weight: 1, arbitrary: hostileText.map((text) => `/${text}`) },
    ),
    query: fc.oneof(
      { weight: 8, arbitrary: fc.constant("") },
      { weight: 4, arbitrary: fc.webQueryParameters().map((query) => `?${query}`) },
      { weight: 2, arbitrary: hostileText.map((text) => `?${text}`) },
      { weight: 1, arbitrary: fc.constantFrom(`?apiKey=${key}`, "?a=b&apiKey=x") },
    ),
    headers: hostileHeaders,
    authorization: fc.oneof(
      { weight: 8, arbitrary: fc.constant(`Bearer ${key}`) },
      { weight: 1, arbitrary: fc.constant(native) },
      { weight: 1, arbitrary: fc.constantFrom(...otherCredentials) },
      { weight: 1, arbitrary: fc.constantFrom(basicAuth("apiKey", key), basicAuth(key, ""), "Basic ???") },
    ),
    status: fc.constantFrom(200, 200, 404, 500),
    body: fc.constantFrom(undefined, Buffer.from('{"status":"CLOSED"}'), Buffer.alloc(5_000)),
  })
  .map(({ method, base, path, query, headers, authorization, status, body }) => ({
    method,
    target: `/svc${base}${path}${query}`,
    headers: [...headers, "Authorization", authorization, "X-Wanted-Status", String(status)],
    body: method === "GET" || method === "HEAD" ? undefined : body,
  }));

verifies("proxy:admin:generated", async () => {
  upstream.answers(echoing);
  const calls = fc.sample(aCall, { numRuns: 10_000, seed: 20_261_121 });
  const ended = await endedCalls(service.baseUrl, upstream, calls);
  let arrived = 0;
  for (const one of ended) {
    if (one.seen === undefined) expectRefusal(one);
    else expectRelay(one, one.seen);
    if (one.seen !== undefined) arrived += 1;
  }
  // Both outcomes occurred often enough for a meaningful result.
  expect(arrived).toBeGreaterThan(2_000);
  expect(ended.length - arrived).toBeGreaterThan(2_000);
});

function expectRefusal({ call, status, text }: EndedCall): void {
  const { method, target } = call;
  // The upstream answers logins and logouts without recording them as calls.
  if (status === 200 && /user.*auth/i.test(decodeURIComponent(target))) return;
  expect(status, `${method} ${target} ${text}`).toBeGreaterThanOrEqual(400);
  expect(status, `${method} ${target} ${text}`).toBeLessThan(500);
  if (method !== "HEAD") expect(JSON.parse(text).messages[0].code, text).toMatch(/^[1-9]\d*$/);
}

function expectRelay({ call, status, text }: EndedCall, seen: NonNullable<EndedCall["seen"]>): void {
  const sent = call.target.replace(/^\/svc\/fmi\/admin\/(?:api\/)?v2/, "/fmi/admin/api/v2");
  const wanted = Number(headerIn(call.headers, "x-wanted-status"));
  expect([seen.method, seen.target, status], text).toEqual([call.method, sent, wanted]);
  expect(strays(seen.target, "/fmi/admin/api/v2"), seen.target).toBe(false);
  const authorization = headerIn(seen.rawHeaders, "authorization");
  const isLogout =
    call.method === "DELETE" && /^\/fmi\/admin\/api\/v2\/user\/auth\/[^/?]+\/?(?:\?|$)/i.test(seen.target);
  if (headerIn(call.headers, "authorization") === native) expect(authorization).toBe(native);
  // The server acts on the token in the path; a key, or something similar to one, stays here.
  else if (isLogout) expect(authorization).toBeUndefined();
  else expect(authorization, seen.target).toMatch(/^Bearer admin\.token\.\d+$/);
  expect(seen.rawHeaders.join("\n")).not.toContain(key);
  expect(headerIn(seen.rawHeaders, "x-forwarded-for")).toBe("127.0.0.1");
}
