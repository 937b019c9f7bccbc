import { readFileSync } from "node:fs";
import { connect as connectTls } from "node:tls";
import { afterAll, expect, test } from "vitest";
import { call } from "../support/http/call.ts";
import { rawConnection, rawHead } from "../support/http/raw-http.ts";
import { saying, sayingRaw, wireUpstream } from "../support/http/wire-upstream.ts";
import { adminAccount, testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

const folder = new URL("../support/certificates/", import.meta.url);
const files = {
  TLS_CERT_FILE: new URL("certificate.pem", folder).pathname,
  TLS_KEY_FILE: new URL("key.pem", folder).pathname,
};
const trust = { ca: readFileSync(files.TLS_CERT_FILE, "utf8"), servername: "fms.example.test" };

const upstream = await wireUpstream();
const service = await testService({ dataApiUrl: upstream.origin, environment: files, limits: { headersMs: 1_000 } });
afterAll(async () => {
  await service.stop();
  await upstream.close();
});
const json = { databases: ["Wire.fmp12"], user: "api", pass: "demo-pass" };
const made = await call(service.baseUrl, "POST", "/svc/api/api-key/create-only", { json, ...trust });
const key: string = made.body.response.key;
const path = "/svc/fmi/data/vLatest/databases/Wire/layouts/L/records";

verifies("runtime:settings:tls", async () => {
  expect(service.baseUrl).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const listed = await call(service.baseUrl, "GET", "/svc/api/api-key", {
    headers: { Authorization: adminAccount },
    ...trust,
  });
  expect(listed.body.response["api-keys"]).toHaveLength(1);
  upstream.answers(saying(200, ["Set-Cookie", "a=1; Secure; Path=/", "Content-Length", "2"], "ok"));
  const answer = await call(service.baseUrl, "GET", path, { key, ...trust });
  expect([answer.status, answer.text]).toEqual([200, "ok"]);
  // Callers use HTTPS here, so a header tells the server, and its cookies stay Secure.
  expect(upstream.calls[0]?.rawHeaders.join("\n")).toContain("X-Forwarded-Proto\nhttps");
  expect(answer.headers["set-cookie"]).toEqual(["a=1; Secure; Path=/svc/fmi/streaming/"]);
});

verifies("runtime:settings:tls", "the port accepts only https", async () => {
  const plain = await rawConnection(service.baseUrl);
  plain.send(rawHead("GET /svc/healthz HTTP/1.1", ["Host: x"]));
  await plain.closed;
  expect(plain.received).not.toContain("200");
});

verifies("runtime:settings:tls-only", async () => {
  const reported = async (method: string, path: string, options: object = {}) =>
    (await call(service.baseUrl, method, path, { ...options, ...trust })).headers["strict-transport-security"];
  upstream.answers(saying(200, ["Content-Length", "2"], "ok"));
  for (const [method, target, options] of [
    ["GET", "/svc/healthz"],
    ["GET", "/svc/console/"],
    ["GET", "/svc/api/api-key"],
    ["GET", "/svc/nowhere"],
    ["TRACE", "/svc/healthz"],
    ["GET", path, { key }],
  ] as const)
    expect(await reported(method, target, options), `${method} ${target}`).toBe("max-age=31536000");
  // Headers that FileMaker Server sends itself aren't duplicated.
  upstream.answers(saying(200, ["Strict-Transport-Security", "max-age=1", "Content-Length", "2"], "ok"));
  expect(await reported("GET", path, { key })).toBe("max-age=1");
});

test("a stalled handshake times out", async () => {
  const silent = await rawConnection(service.baseUrl);
  await silent.closed;
  expect(silent.received).toBe("");
});

verifies("proxy:abort:upstream", "over TLS, the caller's connection is reset as well", async () => {
  // Of unknown length, and to an HTTP/1.0 client: only a reset connection shows that it was interrupted.
  upstream.answers(sayingRaw("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhalf", "resets"));
  const { hostname, port } = new URL(service.baseUrl);
  const socket = connectTls({ host: hostname, port: Number(port), ...trust });
  const ended = new Promise<string>((resolve) => {
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? ""));
    socket.once("close", () => resolve("closed"));
  });
  socket.resume();
  socket.write(rawHead(`GET ${path} HTTP/1.0`, [`Authorization: Bearer ${key}`]));
  expect(await ended).toBe("ECONNRESET");
});

test("an upload over TLS arrives completely, and so does its response", async () => {
  const body = Buffer.alloc(5_000_000, "x");
  upstream.answers((request, response) => {
    request.on("end", () => response.end("arrived"));
    request.resume();
  });
  const answer = await call(service.baseUrl, "POST", path, { key, body, ...trust });
  expect(answer.text).toBe("arrived");
  expect((await upstream.calls[0]?.body)?.length).toBe(body.length);
});
