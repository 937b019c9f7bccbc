import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { recordsPath } from "../support/http/records-path.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

/** Server that answers logins, and all other calls with one address in the format that the call requests. */
const upstream = createServer((request, response) => {
  request.resume();
  if (request.method === "POST" && request.url?.endsWith("/sessions")) {
    const token = "ab".repeat(26);
    response.setHeader("X-FM-Data-Access-Token", token);
    response.end(JSON.stringify({ response: { token }, messages: [{ code: "0", message: "OK" }] }));
    return;
  }
  if (request.url?.endsWith("/databases")) {
    response.statusCode = 500;
    response.end(JSON.stringify({ messages: [{ code: "9", message: "Insufficient privileges" }], response: {} }));
    return;
  }
  const form = JSON.parse(String(request.headers["x-form"] ?? "{}"));
  const body = Buffer.from(`<a>http://${request.headers.host}/Streaming_SSL/MainDB/1</a>`);
  response.writeHead(form.status ?? 200, {
    "Content-Type": form.type ?? "application/json",
    ...(form.chunked === true ? {} : { "Content-Length": body.length }),
    ...form.headers,
  });
  if (form.chunked !== true) response.end(body);
  else for (const byte of body) response.write(Buffer.from([byte]));
  if (form.chunked === true) response.end();
});
await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
const service = await testService({ dataApiUrl: origin });
afterAll(async () => {
  await service.stop();
  upstream.closeAllConnections();
  upstream.close();
});

const key = await service.aKey();
const asked = (form: object) => service.raw("GET", recordsPath(), { key, headers: { "X-Form": JSON.stringify(form) } });
const rewritten = () => `<a>${service.baseUrl}/svc/fmi/streaming/MainDB/1</a>`;

verifies("proxy:container:rewritten", "in JSON, XML, and multipart, and nowhere else", async () => {
  const kinds = ["application/json", "application/atom+xml;charset=utf-8", "text/xml", "multipart/mixed; boundary=b"];
  for (const type of kinds) expect((await asked({ type })).text, type).toBe(rewritten());
  for (const type of ["text/plain", "image/png", "application/octet-stream", "application/jsonish"]) {
    expect((await asked({ type })).text, type).toBe(`<a>${origin}/Streaming_SSL/MainDB/1</a>`);
  }
});

verifies(
  "proxy:container:rewritten",
  "the length is updated if there was one, and omitted if it can't be known",
  async () => {
    const whole = await asked({});
    expect(whole.headers["content-length"]).toBe(String(rewritten().length));
    const streamed = await asked({ chunked: true });
    expect(streamed.text).toBe(rewritten());
    expect(streamed.headers["content-length"]).toBeUndefined();
  },
);

verifies("proxy:container:cookie", "a cookie can't reach beyond the route or have one of our names", async () => {
  const cookies = ["a=1; Path=/; Domain=fms.example.com; Secure; SameSite=Lax", "__Host-latchkey-session=x; Path=/"];
  const { headers } = await asked({ headers: { "Set-Cookie": cookies } });
  expect(headers["set-cookie"]).toEqual(["a=1; SameSite=Lax; Path=/svc/fmi/streaming/"]);
});

test("a redirect leads through the service", async () => {
  const answer = await asked({ status: 302, headers: { Location: `${origin}/Streaming_SSL/MainDB/9` } });
  expect(answer.headers.location).toBe(`${service.baseUrl}/svc/fmi/streaming/MainDB/9`);
  const elsewhere = await asked({ status: 302, headers: { Location: "https://elsewhere.example.com/x" } });
  expect(elsewhere.headers.location).toBe("https://elsewhere.example.com/x");
});
