import { afterAll, expect } from "vitest";
import { type RawAnswer, rawExchange, rawHead } from "../../support/http/raw-http.ts";
import { type Answering, saying, sayingRaw, wireUpstream } from "../../support/http/wire-upstream.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"] });
const path = "/svc/fmi/data/vLatest/databases/Wire/layouts/L/records";

function answerTo(answering: Answering, target = path): Promise<RawAnswer> {
  upstream.answers(answering);
  const lines = ["Host: here.test", "Connection: close", `Authorization: Bearer ${key}`];
  return rawExchange(service.baseUrl, rawHead(`GET ${target} HTTP/1.1`, lines));
}

verifies("proxy:headers:order", "from the server to the caller, including repeated ones", async () => {
  const sent = [
    "X-B",
    "1",
    "x-a",
    "2",
    "ETag",
    'W/"x"',
    "X-B",
    "3",
    "LINK",
    "<a>",
    "Date",
    "Fri, 20 Nov 2026 09:00:00 GMT",
    "x-A",
    "",
  ];
  const { headers } = await answerTo(saying(200, sent, "text"));
  const names = new Set(sent.filter((_, index) => index % 2 === 0));
  expect(headers.filter(([name]) => names.has(name)).flat()).toEqual(sent);
});

verifies("proxy:headers:hop-by-hop-back", async () => {
  const lines = [
    "Connection: X-Named, keep-alive",
    "Keep-Alive: timeout=99",
    "Proxy-Authenticate: Basic",
    "Proxy-Connection: keep-alive",
    "Trailer: X-Sum",
    "TE: trailers",
    "Upgrade: h2c",
    "X-Named: x",
    "X-Stays: y",
    "Transfer-Encoding: chunked",
  ];
  const raw = `${rawHead("HTTP/1.1 200 OK", lines)}4\r\nbody\r\n0\r\nX-Sum: 1\r\n\r\n`;
  const answer = await answerTo(sayingRaw(raw));
  expect(answer.headers.map(([name]) => name.toLowerCase()).toSorted()).toEqual([
    "connection",
    "date",
    "referrer-policy",
    "server-timing",
    "transfer-encoding",
    "x-content-type-options",
    "x-stays",
  ]);
  expect(answer.all("connection")).toEqual(["close"]);
  // Chunked by the service, without the trailer.
  expect(answer.body).toBe("4\r\nbody\r\n0\r\n\r\n");
});

verifies("proxy:headers:token-back", async () => {
  const answer = await answerTo(
    saying(200, ["X-FM-Data-Access-Token", "token-1", "x-fm-data-ACCESS-token", "token-2"], "x"),
  );
  expect(answer.status).toBe(200);
  expect(JSON.stringify(answer.headers)).not.toContain("token-");
});

verifies("proxy:headers:set-cookie", async () => {
  const cookies = [
    "X-FMS-Session-Key=abc; Path=/; HttpOnly; SameSite=Lax",
    "wide=1; path = /; Domain=example.test; Secure; Max-Age=60",
    "bare=2",
    "__Host-latchkey=stolen; Path=/; Secure",
    "latchkey-session=stolen",
  ];
  for (const target of [path, "/svc/fmi/streaming/MainDB/x.png?RCType=EmbeddedRCFileProcessor"]) {
    const answer = await answerTo(
      saying(
        200,
        cookies.flatMap((cookie) => ["Set-Cookie", cookie]),
        "x",
      ),
      target,
    );
    // Over HTTP on loopback, a client wouldn't send back a Secure cookie.
    expect(answer.all("set-cookie")).toEqual([
      "X-FMS-Session-Key=abc; HttpOnly; SameSite=Lax; Path=/svc/fmi/streaming/",
      "wide=1; Max-Age=60; Path=/svc/fmi/streaming/",
      "bare=2; Path=/svc/fmi/streaming/",
    ]);
  }
});
