import { afterAll, expect, test } from "vitest";
import { type RawAnswer, rawConnection, rawExchange, rawHead } from "../../support/http/raw-http.ts";
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

function answerTo(answering: Answering, version = "1.1", method = "GET"): Promise<RawAnswer> {
  upstream.answers(answering);
  const lines = ["Host: here.test", "Connection: close", `Authorization: Bearer ${key}`];
  return rawExchange(service.baseUrl, rawHead(`${method} ${path} HTTP/${version}`, lines));
}

const half = "x".repeat(500);
const known = rawHead("HTTP/1.1 200 OK", ["Content-Length: 1000"]);
const chunked = rawHead("HTTP/1.1 200 OK", ["Transfer-Encoding: chunked"]);
const untilTheEnd = rawHead("HTTP/1.1 200 OK", ["Content-Type: text/plain"]);
const rewritten = rawHead("HTTP/1.1 200 OK", ["Content-Type: application/json", "Content-Length: 100000"]);
const chunk = `1f4\r\n${half}\r\n`;

const breaks: Readonly<Record<string, Answering>> = {
  "a reset in a body of known length": sayingRaw(known + half, "resets"),
  "a body shorter than its length": sayingRaw(known + half, "hangs up"),
  "a reset in a chunked body": sayingRaw(chunked + chunk, "resets"),
  "a chunked body without its last chunk": sayingRaw(chunked + chunk, "hangs up"),
  "a bad chunk": sayingRaw(`${chunked}${chunk}zz\r\n`, "is silent"),
  "a reset in a body that ends with its connection": sayingRaw(untilTheEnd + half, "resets"),
  "a reset in a body with URLs to rewrite": sayingRaw(rewritten + half, "resets"),
};

for (const [what, answering] of Object.entries(breaks)) {
  for (const version of ["1.1", "1.0"]) {
    verifies("proxy:abort:upstream", `${what}, toward HTTP/${version}`, async () => {
      const answer = await answerTo(answering, version);
      expect(answer.status).toBe(200);
      expect(endsWhole(answer), JSON.stringify(answer)).toBe(false);
      expect(upstream.calls).toHaveLength(1);
      // The next call isn't affected.
      const next = await answerTo(saying(200, ["Content-Length", "4"], "next"), version);
      expect([next.status, next.body, endsWhole(next)]).toEqual([200, "next", true]);
    });
  }
}

const clear = rawHead("HTTP/1.1 200 OK", ["Transfer-Encoding: gzip, chunked"]);

verifies("proxy:http:transfer-codings", "in a response", async () => {
  const answer = await answerTo(sayingRaw(`${clear}0\r\n\r\n`));
  expect(answer.status).toBe(502);
  expect((await answerTo(saying(200, ["Content-Length", "2"], "ok"))).body).toBe("ok");
});

verifies("proxy:abort:status", async () => {
  for (const status of [600, 799, 999]) {
    const answer = await answerTo(sayingRaw(rawHead(`HTTP/1.1 ${status} Odd`, ["Content-Length: 0"])), "1.1", "POST");
    expect([answer.status, JSON.parse(answer.body).messages[0].message]).toEqual([502, expect.any(String)]);
  }
  expect((await answerTo(saying(599, ["Content-Length", "2"], "ok"))).status).toBe(599);
});

test("a response that isn't HTTP is 502 in the API's own format, and the next request succeeds", async () => {
  for (const garbage of [
    "garbage\r\n\r\n",
    rawHead("HTTP/1.1 2000 Odd"),
    rawHead("HTTP/1.1 200 OK", ["No colon"]),
    rawHead("HTTP/1.1 200 OK", ["Content-Length: 5", "Content-Length: 6"]),
    rawHead("HTTP/1.1 200 OK", [`X-Large: ${"x".repeat(100_000)}`]),
  ]) {
    const answer = await answerTo(sayingRaw(garbage, "is silent"), "1.1", "POST");
    expect([answer.status, JSON.parse(answer.body).messages[0].message], garbage.slice(0, 60)).toEqual([
      502,
      expect.any(String),
    ]);
    expect((await answerTo(saying(200, ["Content-Length", "2"], "ok"))).status).toBe(200);
  }
});

test("a body that is longer than announced doesn't run into the next response", async () => {
  const long = sayingRaw(
    `${rawHead("HTTP/1.1 200 OK", ["Content-Length: 2"])}ok${rawHead("HTTP/1.1 200 OK", ["Content-Length: 4"])}evil`,
  );
  expect((await answerTo(long)).body).toBe("ok");
  const next = await answerTo(saying(200, ["Content-Length", "4"], "next"));
  expect([next.status, next.body]).toEqual([200, "next"]);
});

verifies("proxy:abort:upstream", "a caller on a kept connection notices it too", async () => {
  upstream.answers(sayingRaw(chunked + chunk, "resets"));
  const connection = await rawConnection(service.baseUrl);
  connection.send(rawHead(`GET ${path} HTTP/1.1`, ["Host: here.test", `Authorization: Bearer ${key}`]));
  await connection.closed;
  expect(connection.received).toContain(half);
  expect(connection.received).not.toContain("\r\n0\r\n\r\n");
});

/** True if a client would treat the answer as complete. */
function endsWhole({ all, body, ending }: RawAnswer): boolean {
  const [length] = all("content-length");
  if (length !== undefined) return body.length === Number(length);
  if (all("transfer-encoding").includes("chunked")) return body.endsWith("0\r\n\r\n");
  return ending === "ended";
}
