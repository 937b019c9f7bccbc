import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { rawConnection, rawExchange, rawHead } from "../../support/http/raw-http.ts";
import { empty, wireUpstream } from "../../support/http/wire-upstream.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin, limits: { lingerMs: 300 } });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const key = await service.aKey({ databases: ["Wire.fmp12"] });
const bearer = `Authorization: Bearer ${key}`;
const adminBearer = `Authorization: Bearer ${await service.anAdminKey()}`;

beforeEach(() => upstream.answers(empty));

/** One path of each of the two kinds, with a credential that is valid there. */
const places = [
  { kind: "a proxy", path: "/svc/fmi/data/vLatest/databases/Wire/layouts/L/records", credential: bearer },
  { kind: "the management API", path: "/svc/api/api-key", credential: adminBearer },
] as const;

/** Sends a head that ends the connection. Returns status and code. */
async function refusal(first: string, headers: readonly string[], body = ""): Promise<readonly [number, string]> {
  const answer = await rawExchange(service.baseUrl, rawHead(first, headers) + body);
  expect(answer.all("content-type").join()).toMatch(/^application\/json/);
  return [answer.status, String(JSON.parse(answer.body).messages[0].code)];
}

const close = "Connection: close";
const host = "Host: here.example.test";

verifies(
  "proxy:http:dot-segments",
  "an empty segment after the prefix is rejected in the format of the API",
  async () => {
    const ordinary = [host, bearer, close];
    const answerAt = (path: string) => rawExchange(service.baseUrl, rawHead(`GET ${path} HTTP/1.1`, ordinary));
    const ofData = await answerAt("/svc//fmi/data/vLatest/databases/Wire/layouts");
    expect([ofData.status, JSON.parse(ofData.body).messages[0].code]).toEqual([400, "18022"]);
    const ofOData = await answerAt("/svc//fmi/odata/v4/Wire");
    expect([ofOData.status, JSON.parse(ofOData.body).error.code]).toEqual([400, "18022"]);
    expect(upstream.calls).toEqual([]);
  },
);

for (const { kind, path, credential } of places) {
  describe(`below ${kind}`, () => {
    const ordinary = [host, credential, close];

    test("the request that the others vary is served", async () => {
      const { status } = await rawExchange(service.baseUrl, rawHead(`GET ${path} HTTP/1.1`, ordinary));
      expect(status).toBe(200);
    });

    verifies("proxy:http:two-hosts", async () => {
      const twice = [...ordinary, "host: other.example.test"];
      expect(await refusal(`GET ${path} HTTP/1.1`, twice)).toEqual([400, "18023"]);
      expect(upstream.calls).toEqual([]);
    });

    verifies("proxy:http:absolute-target", async () => {
      for (const target of [
        `http://evil.example.test${path}`,
        `https://here.example.test${path}`,
        `foo:${path}`,
        "*",
      ]) {
        expect(await refusal(`GET ${target} HTTP/1.1`, ordinary), target).toEqual([400, "18023"]);
      }
      expect(upstream.calls).toEqual([]);
    });

    verifies("proxy:http:double-slash", async () => {
      for (const target of [`//evil.example.test${path}`, `/${path}`, `//${path}`]) {
        expect(await refusal(`GET ${target} HTTP/1.1`, ordinary), target).toEqual([400, "18023"]);
      }
      expect(upstream.calls).toEqual([]);
    });

    verifies("proxy:http:dot-segments", async () => {
      const up = ["..", "%2e%2e", "%2E.", ".%2e", ".", "%2e", "..%2fx", "..%2F..%2Fx", "..;", "..;a=b"];
      for (const segment of up) {
        for (const target of [
          `${path}/${segment}/x`,
          `${path}/${segment}`,
          path.replace("/svc/", `/svc/${segment}/`),
        ]) {
          expect(await refusal(`GET ${target} HTTP/1.1`, ordinary), target).toEqual([400, "18022"]);
        }
      }
      expect(upstream.calls).toEqual([]);
    });

    verifies("proxy:http:old-chunked", async () => {
      const headers = [...ordinary, "Transfer-Encoding: chunked"];
      expect(await refusal(`POST ${path} HTTP/1.0`, headers, "0\r\n\r\n")).toEqual([400, "18023"]);
      expect(upstream.calls).toEqual([]);
    });

    verifies("proxy:http:transfer-codings", async () => {
      for (const coding of ["gzip, chunked", "identity, chunked", "chunked ,chunked", "chunked;q=1", "xchunked"]) {
        const headers = [...ordinary, `Transfer-Encoding: ${coding}`];
        expect(await refusal(`POST ${path} HTTP/1.1`, headers, "0\r\n\r\n"), coding).toEqual([400, "18023"]);
      }
      expect(upstream.calls).toEqual([]);
      for (const coding of ["chunked", "Chunked", " chunked "]) {
        const head = rawHead(`POST ${path} HTTP/1.1`, [...ordinary, `Transfer-Encoding: ${coding}`]);
        expect((await rawExchange(service.baseUrl, `${head}0\r\n\r\n`)).body, coding).not.toContain("18023");
      }
    });

    verifies("proxy:http:methods", "TRACE and CONNECT are rejected with 405", async () => {
      const code = kind === "a proxy" ? "1704" : "18021";
      expect(await refusal(`TRACE ${path} HTTP/1.1`, ordinary)).toEqual([405, code]);
      expect(await refusal(`CONNECT ${path} HTTP/1.1`, ordinary)).toEqual([405, "18021"]);
      expect(await refusal("CONNECT evil.example.test:443 HTTP/1.1", ordinary)).toEqual([405, "18021"]);
      expect(upstream.calls).toEqual([]);
    });

    verifies("proxy:http:methods", "a method that the API doesn't have is rejected with the allowed ones", async () => {
      for (const method of ["OPTIONS", "PROPFIND", "SEARCH", "LINK", "QUERY", "MKCOL"]) {
        const answer = await rawExchange(service.baseUrl, rawHead(`${method} ${path} HTTP/1.1`, ordinary));
        expect([answer.status, answer.all("allow").join()], method).toEqual([
          405,
          expect.stringContaining("GET, HEAD"),
        ]);
      }
      expect(upstream.calls).toEqual([]);
    });

    verifies("proxy:http:methods", "an Upgrade is dropped", async () => {
      for (const protocol of ["h2c", "websocket"]) {
        const options = [host, credential, "Connection: close, Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABk"];
        const answer = await rawExchange(
          service.baseUrl,
          rawHead(`GET ${path} HTTP/1.1`, [...options, `Upgrade: ${protocol}`]),
        );
        expect(answer.status).toBe(200);
        for (const { rawHeaders } of upstream.calls) {
          expect(rawHeaders.join("\n")).not.toMatch(/upgrade|http2-settings/i);
        }
      }
    });

    verifies("proxy:http:two-credentials", async () => {
      const basic = `Authorization: Basic ${Buffer.from(`apiKey:${key}`).toString("base64")}`;
      for (const second of [credential, basic, "authorization: Bearer x"]) {
        expect(await refusal(`GET ${path} HTTP/1.1`, [...ordinary, second])).toEqual([400, "18002"]);
      }
      if (kind === "a proxy") {
        for (const query of [`?apiKey=${key}`, `?a=1&%61piKey=${key}`]) {
          expect(await refusal(`GET ${path}${query} HTTP/1.1`, ordinary)).toEqual([400, "18002"]);
        }
        expect(await refusal(`GET ${path}?apiKey=${key}&apiKey=${key} HTTP/1.1`, [host, close])).toEqual([
          400,
          "18002",
        ]);
      }
      expect(upstream.calls).toEqual([]);
    });

    test("a rejection by Node's parser is returned in JSON, and nothing of it reaches the server", async () => {
      const chunked = [...ordinary, "Transfer-Encoding: chunked"];
      const post = (headers: readonly string[], body: string) => [`POST ${path} HTTP/1.1`, headers, body] as const;
      const get = (...headers: string[]) => [`GET ${path} HTTP/1.1`, [...ordinary, ...headers], ""] as const;
      const refused = [
        post([...chunked, "Content-Length: 5"], "0\r\n\r\n"),
        post([...ordinary, "Content-Length: 2", "Content-Length: 2"], "{}"),
        post([...ordinary, "Content-Length: 2, 2"], "{}"),
        post([...ordinary, "Content-Length: +2"], "{}"),
        post([...ordinary, "Transfer-Encoding: chunky"], "0\r\n\r\n"),
        post([...chunked, "Transfer-Encoding: chunked"], "0\r\n\r\n"),
        post(chunked, "-1\r\n\r\n"),
        post(chunked, "2\n{}\n0\n\n"),
        get("X-Name : space before the colon"),
        get("X-Folded: a\r\n folded line"),
        get("X-Nul: a\0b"),
        get("X-Return: a\rb"),
        [`GET ${path} HTTP/1.1`, [credential, close], ""],
        [`GET ${path}/a b HTTP/1.1`, ordinary, ""],
        [`GET ${path}/ä HTTP/1.1`, ordinary, ""],
        [`GET ${path}/\0 HTTP/1.1`, ordinary, ""],
        [`GET ${path} HTTP/1.1\nX: bare`, ordinary, ""],
      ] as const;
      for (const [first, headers, body] of refused) {
        const [status] = await refusal(first, headers, body);
        expect(status, JSON.stringify([first, headers, body])).toBe(400);
      }
      expect(upstream.calls).toEqual([]);
    });
  });
}

test("a connection that doesn't speak HTTP gets one error, and is closed", async () => {
  const answer = await rawExchange(service.baseUrl, "EHLO mail.example.test\r\n\r\nEHLO again\r\n\r\n");
  expect([answer.status, answer.all("connection")]).toEqual([400, ["close"]]);
  expect(JSON.parse(answer.body).messages[0].code).toBe(18023);
});

test("a client that keeps sending a rejected request can read why, and is then cut off", async () => {
  const flood = await rawConnection(service.baseUrl);
  flood.send(`GET /svc/healthz HTTP/1.1\r\n${"X-Flood: x\r\n".repeat(400_000)}`);
  const answer = await flood.until((text) => text.includes("messages"));
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  flood.send("X-More: x\r\n");
  // After a call by others, it is still read, not reset.
  await service.raw("GET", "/svc/healthz");
  expect(flood.socket.errored).toBeNull();
  flood.send("X-More: x\r\n");
  // The end depends on the data in transit.
  expect(["ended", "reset"]).toContain(await flood.closed);
});

test("a rejection by the gateway is logged with its path, and without the key in it", async () => {
  await rawExchange(service.baseUrl, rawHead(`TRACE /svc/api/api-key/${key}?apiKey=${key} HTTP/1.1`, [host, close]));
  await rawExchange(service.baseUrl, rawHead("GET http://user:secret-word@evil/ HTTP/1.1", [host, close]));
  const lines = (await service.logs())
    .split("\n")
    .slice(-3, -1)
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { method: "TRACE", path: expect.stringContaining("dk_…"), status: 405, error: "method_not_allowed" },
    { method: "GET", status: 400, error: "request_refused" },
  ]);
  const log = await service.logs();
  expect(log).not.toContain(key);
  expect(log).not.toContain("secret-word");
});
