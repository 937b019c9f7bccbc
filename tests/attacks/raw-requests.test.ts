import { afterAll, beforeEach, expect } from "vitest";
import { rawAnswer, rawExchange } from "../support/http/raw-http.ts";
import { empty, wireUpstream } from "../support/http/wire-upstream.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin, limits: { lingerMs: 50 } });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"] });
const path = "/svc/fmi/data/vLatest/databases/Wire/layouts/L/records";
const host = "Host: here.example.test";
const bearer = `Authorization: Bearer ${key}`;

/** Second request, in bytes that a lenient server reads as the first request's body, or a strict one as the next request. */
const smuggled = `GET ${path}/9999?smuggled HTTP/1.1\r\n${host}\r\n${bearer}\r\nConnection: close\r\n\r\n`;
const post = (headers: readonly string[], body: string, first = `POST ${path} HTTP/1.1`) =>
  [first, host, bearer, ...headers, "", body].join("\r\n");
const chunked = "Transfer-Encoding: chunked";
const length = `Content-Length: ${smuggled.length}`;
const end = "0\r\n\r\n";

/** Messages whose end two servers may see differently, by the name of the fault. */
const ambiguous: Readonly<Record<string, string>> = {
  "length and chunked": post([length, chunked], end),
  "chunked and length": post([chunked, "Content-Length: 5"], end),
  "length of nothing and chunked": post(["Content-Length: 0", chunked], end),
  "two lengths that differ": post(["Content-Length: 0", length], ""),
  "two lengths that agree": post(["Content-Length: 0", "Content-Length: 0"], ""),
  "a list of lengths": post([`Content-Length: 0, ${smuggled.length}`], ""),
  "a length with a sign": post(["Content-Length: +0"], ""),
  "a length below nothing": post(["Content-Length: -1"], ""),
  "a hexadecimal length": post(["Content-Length: 0x10"], ""),
  "a length with a blank": post(["Content-Length: 1 0"], ""),
  "a length beyond numbers": post(["Content-Length: 99999999999999999999999"], ""),
  "an empty length": post(["Content-Length:"], ""),
  "a length with a fraction": post(["Content-Length: 0.0"], ""),
  "a blank before the colon of the length": post([`Content-Length : ${smuggled.length}`], ""),
  "a blank before the colon of the coding": post(["Transfer-Encoding : chunked"], end),
  "a tab before the colon of the coding": post(["Transfer-Encoding\t: chunked"], end),
  "a coding behind a blank": post([" Transfer-Encoding: chunked"], end),
  "a coding on a folded line": post(["Transfer-Encoding:\r\n chunked"], end),
  "a header on a folded line": post(["X-Folded: a\r\n\tb"], ""),
  "chunked twice": post([chunked, chunked], end),
  "chunked and another coding": post([chunked, "Transfer-Encoding: identity"], end),
  "a coding before chunked": post(["Transfer-Encoding: gzip, chunked"], end),
  "a coding behind chunked": post(["Transfer-Encoding: chunked, identity"], end),
  "a coding that begins like chunked": post(["Transfer-Encoding: chunkedx"], end),
  "a coding in quotes": post(['Transfer-Encoding: "chunked"'], end),
  "a coding with a vertical tab": post(["Transfer-Encoding: \x0bchunked"], end),
  "a coding with a nul": post(["Transfer-Encoding: chunked\0"], end),
  "a coding of HTTP/1.0": post([chunked], end, `POST ${path} HTTP/1.0`),
  "a chunk size beyond numbers": post([chunked], `fffffffffffffffff\r\n${end}`),
  "a chunk size below nothing": post([chunked], `-2\r\n${end}`),
  "a chunk size with a prefix": post([chunked], `0x2\r\n{}\r\n${end}`),
  "a chunk size that is a word": post([chunked], `zz\r\n{}\r\n${end}`),
  "a chunk size with a blank before": post([chunked], ` 2\r\n{}\r\n${end}`),
  "a chunk without its end": post([chunked], `2\r\n{}0\r\n\r\n`),
  "a chunk that is longer than its size": post([chunked], `1\r\n{}\r\n${end}`),
  "a chunk extension with a bare line feed": post([chunked], `2;a\n{}\r\n${end}`),
  "a chunk extension with a bare return": post([chunked], `2;a\rb\r\n{}\r\n${end}`),
  "a chunk extension with a nul": post([chunked], `2;a=\0\r\n{}\r\n${end}`),
  "chunks that end with bare line feeds": post([chunked], "2\n{}\n0\n\n"),
  "a trailer with a bare return": post([chunked], "0\r\nX: a\rb\r\n\r\n"),
  "lines that end with bare line feeds": post([], "").replaceAll("\r\n", "\n"),
  "a head that ends with bare line feeds": `POST ${path} HTTP/1.1\r\n${host}\r\n${bearer}\n\n`,
  "a bare return within a header": post(["X-A: b\rContent-Length: 9"], ""),
  "a nul within a header": post(["X-A: b\0c"], ""),
  "a header without a colon": post(["Nonsense"], ""),
  "a header without a name": post([": x"], ""),
  "a name with a blank": post(["Content Length: 4"], ""),
  "a name in parentheses": post(["(Content-Length): 4"], ""),
  "two hosts": post([host.replace("here", "other")], ""),
  "two hosts in one": post([], "").replace(host, "Host: a.example.test, b.example.test"),
  "a host with a user": post([], "").replace(host, "Host: a@b.example.test"),
  "no host": post([], "").replace(`${host}\r\n`, ""),
  "a target on another server": post([], "", `POST http://other.example.test${path} HTTP/1.1`),
  "a target with a blank": post([], "", `POST ${path} x HTTP/1.1`),
  "a version that there is not": post([], "", `POST ${path} HTTP/1.2`),
  "a later version": post([], "", `POST ${path} HTTP/2.0`),
  "a version in lower case": post([], "", `POST ${path} http/1.1`),
  "a method in lower case": post([], "", `post ${path} HTTP/1.1`),
  "the preface of HTTP/2": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
};

beforeEach(() => upstream.answers(empty));

verifies("proxy:http:nothing-smuggled", async () => {
  const taken: string[] = [];
  for (const [name, bytes] of Object.entries(ambiguous)) {
    upstream.answers(empty);
    const { status, body } = await rawExchange(service.baseUrl, bytes + smuggled);
    const isRefused = status >= 400 && status < 500 && !/HTTP\/1\.1 \d/.test(body);
    const hasReached = upstream.calls.map(({ method, target }) => `${method} ${target}`);
    if (!isRefused || hasReached.length > 0) taken.push(`${name}: ${status} ${hasReached.join(", ")}`);
  }
  expect(taken).toEqual([]);
});

verifies("proxy:http:nothing-smuggled", "an unambiguous message is two requests with two responses", async () => {
  const whole = post([chunked], `2;a=b\r\n{}\r\n${end}`) + smuggled;
  const { status, body } = await rawExchange(service.baseUrl, whole);
  expect([status, rawAnswer(body.slice(body.indexOf("HTTP/1.1"))).status]).toEqual([200, 200]);
  expect(upstream.calls.map(({ method }) => method)).toEqual(["POST", "GET"]);
  expect((await upstream.calls[0]?.body)?.toString()).toBe("{}");
});
