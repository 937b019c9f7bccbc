import { request } from "node:http";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { aServer } from "./support/a-server.ts";

const LAYOUTS = "/fmi/data/vLatest/databases/People/layouts";

test("responses have the headers that were captured from real servers", async () => {
  const server = await aServer();
  const answer = await server.ask("GET", LAYOUTS, {
    token: await server.login(),
    headers: { "accept-encoding": "identity" },
  });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-cache",
    etag: expect.stringMatching(/^W\/"[0-9a-f]+-[A-Za-z0-9+/]{27}"$/),
    vary: "Accept-Encoding",
    "x-frame-options": "SAMEORIGIN",
    "x-xss-protection": "1; mode=block",
    "x-content-type-options": "nosniff",
    "access-control-allow-origin": "fms.test",
    "access-control-allow-headers": "Content-Type, Authorization",
    "access-control-allow-credentials": "true",
    "content-length": String(Buffer.byteLength(answer.text)),
  });
  expect(answer.headers.get("etag")).toContain(`"${Buffer.byteLength(answer.text).toString(16)}-`);
});

test("larger responses are compressed for clients that accept it, with chunks instead of a length", async () => {
  const server = await aServer();
  const headers = { authorization: `Bearer ${await server.login()}` };
  const asked = (encoding: string) =>
    new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
      const sent = request(`${server.origin}${LAYOUTS}/People/records`, {
        headers: { ...headers, "accept-encoding": encoding },
      });
      sent.on("error", reject).on("response", async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        resolve({ headers: response.headers, body: Buffer.concat(chunks) });
      });
      sent.end();
    });
  const [packed, plain, refused] = [await asked("gzip, br"), await asked("identity"), await asked("gzip;q=0")];
  expect(packed.headers).toMatchObject({ "content-encoding": "gzip", "transfer-encoding": "chunked" });
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(refused.headers["content-encoding"]).toBeUndefined();
  expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
});

test("HEAD responds like GET, without the body", async () => {
  const server = await aServer();
  const token = await server.login();
  const answer = await server.ask("HEAD", LAYOUTS, { token });
  expect(answer.status).toBe(200);
  expect(Number(answer.headers.get("content-length"))).toBeGreaterThan(100);
});

test.each(["OPTIONS", "PUT"])("%s is a wrong method", async (method) => {
  const server = await aServer();
  expect(await server.ask(method, LAYOUTS)).toMatchObject({ status: 405, code: "1704" });
});

test.each([
  "/fmi/data/v3/productInfo",
  "/fmi/data/vLatest",
  "/fmi/data/vLatest/nothing",
  "/fmi/data/vLatest/databases/People/layouts/a/b/c/d/e/f",
  "/fmi/data/vLatest/databases//layouts",
  "/fmi/data/vLatest/databases/%ZZ/layouts",
])("%s matches nothing: 404 and 1630", async (path) => {
  const server = await aServer();
  expect(await server.ask("GET", path)).toMatchObject({ status: 404, code: "1630" });
});

test("a path that isn't FileMaker's gets the web server's 404", async () => {
  const server = await aServer();
  const answer = await server.ask("GET", "/index.html");
  expect(answer.status).toBe(404);
  expect(answer.headers.get("content-type")).toContain("text/html");
});

test("a server with a disabled technology returns 959", async () => {
  const server = await aServer({ world: { server: { dataApi: { enabled: false } } } });
  expect(await server.ask("GET", "/fmi/data/vLatest/productInfo")).toMatchObject({ status: 500, code: "959" });
});

test("a connection serves the next request after rejecting one with a body", async () => {
  const server = await aServer();
  const answers: string[] = [];
  for (const path of ["/fmi/data/vLatest/nothing", LAYOUTS]) {
    const sent = request(server.origin + path, { method: "POST", headers: { "content-type": "application/json" } });
    const answered = new Promise<string>((resolve, reject) => {
      sent.on("error", reject).on("response", (response) => text(response).then(resolve, reject));
    });
    sent.end(JSON.stringify({ a: "x".repeat(100_000) }));
    answers.push(await answered);
  }
  expect(answers.map((answer) => JSON.parse(answer).messages[0].code)).toEqual(["1630", "1704"]);
});

test("the web server says its version and id to callers without credentials", async () => {
  const server = await aServer({ world: { server: { version: "22.0.4.427", id: "ABC" } } });
  const answer = await server.ask("GET", "/fmws/serverinfo");
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toMatchObject({
    data: { ServerVersion: "22.0.4.427", ProductVersion: "22.0.4", ServerID: "ABC" },
    result: 0,
  });
});
