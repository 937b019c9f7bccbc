import fc from "fast-check";
import { afterAll, beforeEach, expect } from "vitest";
import { rawExchange, rawHead } from "../../support/http/raw-http.ts";
import { empty, wireUpstream } from "../../support/http/wire-upstream.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin, environment: { SERVICE_PREFIX_ALIASES: "otto" } });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"] });
const path = "/svc/fmi/data/vLatest/databases/Wire/layouts/L/records";
const bearer = `Authorization: Bearer ${key}`;

beforeEach(() => upstream.answers(empty));

/** Sends these header lines. Returns the header lines that reached the server. */
async function passedOn(lines: readonly string[], first = `GET ${path} HTTP/1.1`): Promise<readonly string[]> {
  upstream.answers(empty);
  const close = lines.some((line) => /^connection:/i.test(line)) ? [] : ["Connection: close"];
  const { status, body } = await rawExchange(service.baseUrl, rawHead(first, ["Host: here.test", ...close, ...lines]));
  expect(status, body).toBe(200);
  const raw = upstream.calls[0]?.rawHeaders ?? [];
  return raw.flatMap((name, place) => (place % 2 === 0 ? [`${name}: ${raw[place + 1]}`] : []));
}

const named = (lines: readonly string[], name: RegExp) => lines.filter((line) => name.test(line));

verifies("proxy:headers:credential", async () => {
  const basic = Buffer.from(`apiKey:${key}`).toString("base64");
  for (const credential of [bearer, `authorization: bearer ${key}`, `AUTHORIZATION: Basic ${basic}`]) {
    const lines = await passedOn([credential]);
    expect(named(lines, /^authorization/i)).toEqual([`Authorization: Bearer token-${upstream.logins}`]);
    expect(lines.join()).not.toContain(key);
  }
  const lines = await passedOn([], `GET ${path}?apiKey=${key} HTTP/1.1`);
  expect(named(lines, /^authorization/i)).toHaveLength(1);
});

verifies("proxy:headers:connection-named", async () => {
  const ours = ["Authorization", "Host", "X-Forwarded-For", "X-Forwarded-Proto", "Accept-Encoding"];
  for (const spelling of [ours.join(", "), ours.join(",").toLowerCase(), ours.map((name) => `\t${name} `).join(",")]) {
    const lines = await passedOn([bearer, `Connection: close, ${spelling}`]);
    for (const name of ours) expect(named(lines, new RegExp(`^${name}:`, "i")), name).toHaveLength(1);
  }
});

verifies("proxy:headers:connection-named", "a header that the caller names in Connection isn't forwarded", async () => {
  const lines = await passedOn([
    bearer,
    "Connection: close, X-One",
    "connection: x-two",
    "X-One: 1",
    "x-TWO: 2",
    "X-Three: 3",
  ]);
  expect(named(lines, /^x-(one|two|three)/i)).toEqual(["X-Three: 3"]);
});

verifies("proxy:headers:hop-by-hop", async () => {
  const lines = await passedOn([
    bearer,
    "Keep-Alive: timeout=9",
    "Proxy-Connection: keep-alive",
    "Proxy-Authorization: Basic eA==",
    "Proxy-Anything: x",
    "TE: trailers",
    "Trailer: X-Sum",
    "Upgrade: h2c",
    "Expect: 100-continue",
  ]);
  expect(named(lines, /^(keep-alive|proxy-|te:|trailer|upgrade|expect)/i)).toEqual([]);
  expect(named(lines, /^host:/i)).toEqual([`host: ${new URL(upstream.origin).host}`]);
  expect(named(lines, /^connection:/i)).toEqual(["connection: keep-alive"]);
});

verifies("proxy:headers:hop-by-hop", "a chunked body is reframed", async () => {
  upstream.answers(empty);
  const head = rawHead(`POST ${path} HTTP/1.1`, [
    "Host: here.test",
    bearer,
    "Connection: close, Transfer-Encoding, Content-Length",
    "Content-Type: application/json",
    "Transfer-Encoding: chunked",
    "Trailer: X-Sum",
  ]);
  await rawExchange(
    service.baseUrl,
    `${head}2;name=value\r\n{}\r\n0\r\nX-Sum: 1\r\nAuthorization: Bearer evil\r\n\r\n`,
  );
  const [call] = upstream.calls;
  expect((await call?.body)?.toString()).toBe("{}");
  expect(call?.rawHeaders.join("\n")).toMatch(/content-length\n2(\n|$)/i);
  expect(call?.rawHeaders.join("\n")).not.toMatch(/transfer-encoding|trailer|x-sum|evil/i);
});

verifies("proxy:headers:forwarded", async () => {
  const lines = await passedOn([
    bearer,
    "X-Forwarded-For: 203.0.113.9",
    "x-forwarded-host: evil.example.test",
    "X-Forwarded-Proto: https",
    "X-Forwarded-Anything: x",
    "Forwarded: for=203.0.113.9",
    "X-Real-IP: 203.0.113.9",
  ]);
  expect(named(lines, /forwarded|real-ip/i)).toEqual(["X-Forwarded-For: 127.0.0.1", "X-Forwarded-Proto: http"]);
});

verifies("proxy:headers:own", async () => {
  const lines = await passedOn([
    bearer,
    "X-Svc-Normalize-Ext: false",
    "x-svc-anything: x",
    "X-Otto-Normalize-Ext: false",
    "X-Service: stays",
    "Cookie: theirs=1; __Host-latchkey=secret-1; latchkey_session=secret-2; also=theirs",
    "cookie: __Host-Latchkey-csrf=secret-3",
  ]);
  expect(lines.join("\n")).not.toMatch(/x-svc|x-otto|secret/i);
  expect(lines).toContain("X-Service: stays");
  expect(named(lines, /^cookie/i)).toEqual(["Cookie: theirs=1; also=theirs"]);
});

verifies("proxy:headers:order", "from the caller to the server, including repeated ones", async () => {
  const token = fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]{0,8}$/).map((name) => `X-T-${name}`);
  const value = fc.stringMatching(/^(?:[!-~\u00a1-\u00ff](?:[ -~\u00a1-\u00ff]{0,10}[!-~\u00a1-\u00ff])?)?$/);
  const headers = fc.array(
    fc.tuple(fc.oneof(token, fc.constantFrom("Accept", "ACCEPT-language", "user-agent", "X-Same", "x-same")), value),
    {
      maxLength: 12,
    },
  );
  await fc.assert(
    fc.asyncProperty(headers, fc.nat(), async (pairs, place) => {
      const sent = pairs.map(([name, text]) => `${name}: ${text}`);
      const lines = await passedOn(sent.toSpliced(place % (sent.length + 1), 0, bearer));
      expect(named(lines, /^(x-t-|accept:|accept-language|user-agent|x-same)/i)).toEqual(sent);
    }),
    { numRuns: 60 },
  );
});
