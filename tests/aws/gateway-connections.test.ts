import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, test } from "vitest";
import { gatewayConnections } from "#shared/aws/gateway-connections.ts";
import { signedHeaders } from "#shared/aws/signed-headers.ts";
import { reconnectingOutbound } from "#shared/filemaker/wire/reconnecting-outbound.ts";
import { undiciOutbound } from "#shared/filemaker/wire/undici-outbound.ts";
import { turnableClock } from "../support/clocks/turnable-clock.ts";
import { verifies } from "../support/verifies.ts";

const calls: string[] = [];
let status = 200;
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { authorization = "" } = request.headers;
  calls.push([request.method, request.url, authorization.split(",")[0], body].join(" "));
  response.writeHead(status).end();
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => server.close());
beforeEach(() => {
  calls.length = 0;
  status = 200;
});
/** Connections that have answered once and are then closed by the server: the state that a frozen instance finds when it resumes. */
const used = new WeakSet<object>();
let isFrozenOver = false;
server.prependListener("request", ({ socket }) => {
  if (isFrozenOver && used.has(socket)) socket.destroy();
  used.add(socket);
});

const clock = turnableClock();
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const outbound = reconnectingOutbound(() => undiciOutbound({ origin }), clock, { waitUntil: () => undefined });
afterAll(() => outbound.close());
const sockets = gatewayConnections({
  url: `${origin}/prod`,
  outbound,
  region: "eu-central-1",
  credentials: async () => ({ accessKeyId: "key", secretAccessKey: "secret", sessionToken: "token" }),
  clock,
});
const signed = "AWS4-HMAC-SHA256 Credential=key/20261120/eu-central-1/execute-api/aws4_request";

test("the signature matches AWS's own examples", async () => {
  const url = new URL("https://example.amazonaws.com/");
  const at = Date.UTC(2015, 7, 30, 12, 36, 0);
  const call = { method: "GET", url, body: "", service: "service", region: "us-east-1", at };
  const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };
  expect((await signedHeaders(call, credentials)).authorization).toBe(
    "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
  );
});

test("a text is posted to its connection", async () => {
  expect(await sockets.send("a1=", "hello")).toBe(true);
  expect(calls).toEqual([`POST /prod/@connections/a1%3D ${signed} hello`]);
});

test("a lost connection is reported, and closing it succeeds", async () => {
  status = 410;
  expect(await sockets.send("a1=", "hello")).toBe(false);
  await sockets.close("a1=", 4401);
  expect(calls[1]).toBe(`DELETE /prod/@connections/a1%3D ${signed} `);
});

test("an error of API Gateway or of our permissions isn't a lost connection", async () => {
  status = 403;
  await expect(sockets.send("a1=", "hello")).rejects.toThrow("HTTP 403");
});

// "Understanding the Lambda execution environment lifecycle": between two calls an instance is frozen, and isn't notified of closed
// connections.
verifies(
  "runtime:aws:thawed",
  "a text reaches its agent after a freeze in which the kept connection died",
  async () => {
    expect(await sockets.send("a1=", "before")).toBe(true);
    isFrozenOver = true;
    await clock.turn(60_000);
    expect(await sockets.send("a1=", "after")).toBe(true);
    expect(calls.map((call) => call.split(" ").at(-1))).toEqual(["before", "after"]);
  },
);
