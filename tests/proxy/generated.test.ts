import fc from "fast-check";
import { afterAll, expect } from "vitest";
import { aSegment, type EndedCall, echoing, endedCalls, headerIn, strays } from "../support/http/ended-calls.ts";
import { type GeneratedCall, hostileHeaders, hostileText } from "../support/http/hostile-calls.ts";
import { wireUpstream } from "../support/http/wire-upstream.ts";
import { basicAuth, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});

const key = await service.aKey({ databases: ["Wire"], user: "any", pass: "any" });
const files = [
  "Wire",
  "wire.FMP12",
  "WIRE.fmp12",
  "%57ire",
  "Other",
  "Wire.fmp12.fmp12",
  "Wire%2fOther",
  "Wire%00",
  "..",
  "",
];
const words = "layouts records sessions globals scripts containers _find Layouts SESSIONS 1 Wire databases".split(" ");
const otherCredentials = ["Bearer dk_wrong", "Bearer", `Bearer ${"ab".repeat(26)}`, "Digest x", basicAuth("a", "b")];

const keyQueries = [`?apiKey=${key}`, `?_limit=1&%61piKey=${key}&_offset=2`, `?apiKey=${key}&apiKey=x`, "?apiKey=%"];

const aCall: fc.Arbitrary<GeneratedCall> = fc
  .record({
    method: fc.oneof(
      { weight: 5, arbitrary: fc.constant("GET") },
      { weight: 5, arbitrary: fc.constantFrom("POST", "PATCH", "DELETE", "PUT", "HEAD", "OPTIONS") },
    ),
    version: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom("vLatest", "v1", "v2") },
      { weight: 1, arbitrary: fc.constantFrom("v3", "vlatest", "", "v1/..", "%76%31") },
    ),
    file: fc.oneof(
      { weight: 3, arbitrary: fc.constant("Wire.fmp12") },
      { weight: 2, arbitrary: fc.constantFrom(...files) },
      { weight: 1, arbitrary: aSegment },
    ),
    path: fc.oneof(
      {
        weight: 6,
        arbitrary: fc
          .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: aSegment }), {
            minLength: 1,
            maxLength: 5,
          })
          .map((segments) => segments.map((segment) => `/${segment}`).join("")),
      },
      { weight: 1, arbitrary: hostileText.map((text) => `/${text}`) },
    ),
    query: fc.oneof(
      { weight: 8, arbitrary: fc.constant("") },
      { weight: 4, arbitrary: fc.webQueryParameters().map((query) => `?${query}`) },
      { weight: 2, arbitrary: hostileText.map((text) => `?${text}`) },
      { weight: 2, arbitrary: fc.constantFrom(...keyQueries) },
    ),
    headers: hostileHeaders,
    authorization: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(`Bearer ${key}`, basicAuth("apiKey", key)) },
      { weight: 1, arbitrary: fc.constantFrom(...otherCredentials) },
      // No credential in the header, so that a key in the query is the only one.
      { weight: 2, arbitrary: fc.constant(undefined) },
    ),
    status: fc.constantFrom(200, 200, 404, 500),
    body: fc.constantFrom(undefined, Buffer.from("{}"), Buffer.alloc(5_000)),
  })
  .map(({ method, version, file, path, query, headers, authorization, status, body }) => ({
    method,
    target: `/svc/fmi/data/${version}/databases/${file}${path}${query}`,
    // References to stored uploads are tested elsewhere.
    headers: [
      ...withoutUpload(headers),
      ...(authorization === undefined ? [] : ["Authorization", authorization]),
      "X-Wanted-Status",
      String(status),
    ],
    body: method === "GET" || method === "HEAD" ? undefined : body,
  }));

verifies("proxy:data:generated", async () => {
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
  const byQuery = ended.filter(({ call, seen }) => seen && headerIn(call.headers, "authorization") === undefined);
  expect(byQuery.length).toBeGreaterThan(20);
});

function expectRefusal({ call, status, text }: EndedCall): void {
  const { method, target } = call;
  // The service answers logins with the key, and the upstream answers similar logouts; neither is recorded as a call.
  if (status === 200 && (method === "POST" || method === "DELETE") && /\/sessions(?:[/?]|$)/i.test(target)) return;
  expect(status, `${method} ${target} ${text}`).toBeGreaterThanOrEqual(400);
  expect(status, `${method} ${target} ${text}`).toBeLessThan(500);
  if (method !== "HEAD") expect(JSON.parse(text).messages[0].code, text).toMatch(/^[1-9]\d*$/);
}

function expectRelay({ call, status, text }: EndedCall, seen: NonNullable<EndedCall["seen"]>): void {
  const [, version = "", rest = ""] =
    /^\/svc\/fmi\/data\/(v1|v2|vLatest)\/databases\/[^/]*(.*)$/.exec(call.target) ?? [];
  const wanted = Number(headerIn(call.headers, "x-wanted-status"));
  const sent = `/fmi/data/${version}/databases/Wire.fmp12${withoutKey(rest)}`;
  expect([seen.method, seen.target, status], text).toEqual([call.method, sent, wanted]);
  // Names that users choose may contain a slash, and so may text between two names.
  const plain = seen.target.replace(/(?<=\/(?:layouts|script|containers)\/)[^/?]*/g, "name");
  expect(strays(plain, `/fmi/data/${version}/databases/Wire.fmp12`), seen.target).toBe(false);
  expect(headerIn(seen.rawHeaders, "authorization"), seen.target).toMatch(/^Bearer token-\d+$/);
  expect([seen.target, ...seen.rawHeaders].join("\n")).not.toContain(key);
}

/** Returns a path without the query pairs that name a key, however they are encoded. */
function withoutKey(target: string): string {
  const [path = "", query] = target.split(/\?(.*)/s, 2);
  if (query === undefined) return path;
  const kept = query.split("&").filter((pair) => !/^(?:a|%61)piKey(?:=|$)/i.test(pair));
  return kept.length === query.split("&").length
    ? target
    : [path, ...(kept.length > 0 ? [kept.join("&")] : [])].join("?");
}

function withoutUpload(headers: readonly string[]): string[] {
  return headers.flatMap((name, index) =>
    index % 2 === 0 && name.toLowerCase() !== "x-svc-upload" ? [name, headers[index + 1] as string] : [],
  );
}
