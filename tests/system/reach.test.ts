import { createServer, type RequestListener, type Server } from "node:http";
import { afterAll, expect } from "vitest";
import { callouts } from "#shared/node/callouts.ts";
import { testService } from "../support/test-service.ts";
import { verifies } from "../support/verifies.ts";

/** Names that resolve to this machine, which callouts otherwise never reach. */
const addresses: Record<string, readonly string[]> = {
  "other.example.com": ["127.0.0.1"],
  "nowhere.example.com": [],
  "twofold.example.com": ["127.0.0.1", "10.0.0.1"],
};
const asked: string[] = [];
let answering: RequestListener = (_request, response) => response.end("{}");
const other = createServer((request, response) => {
  asked.push(`${request.method} ${request.headers.host} ${request.url}`);
  answering(request, response);
});
const port = await portOf(other);

const service = await testService({
  decorate: (platform) => ({
    ...platform,
    callouts: callouts({
      isAllowed: (address) => address === "127.0.0.1",
      ports: [80, 443, port],
      addressesOf: async (name) => addresses[name] ?? [],
    }),
  }),
});
afterAll(async () => {
  await service.stop();
  other.closeAllConnections();
  await new Promise((resolve) => other.close(resolve));
});

const reach = (url: string) =>
  service.admin("GET", `/svc/api/can-reach-other-server?otherServerUrl=${encodeURIComponent(url)}`);

verifies("system:reach:other-server", "another Latchkey reports its version", async () => {
  const { text } = await service.raw("GET", "/svc/api/info");
  answering = (_request, response) => response.end(text);
  const { body } = await reach(`http://other.example.com:${port}/svc/?ignored=1`);
  expect(body.response).toEqual({ ok: true, msg: `other.example.com:${port} responds: version 1.0.0.` });
  expect(asked.at(-1)).toBe(`GET other.example.com:${port} /svc/api/info`);
});

verifies("system:reach:other-server", "a web server that isn't Latchkey is reported as such", async () => {
  for (const [status, page] of [
    [200, "<html>"],
    [404, '{"messages":[{"code":18020,"text":"no"}],"response":{}}'],
    [200, `"${"x".repeat(200_000)}"`],
  ] as const) {
    answering = (_request, response) => response.writeHead(status).end(page);
    const { body } = await reach(`http://other.example.com:${port}`);
    expect(body.response).toEqual({
      ok: false,
      msg: `other.example.com:${port} responds with HTTP ${status}, but the service isn't installed there.`,
    });
  }
});

verifies("system:reach:other-server", "a server that can't be reached is reported with the reason", async () => {
  expect((await reach("http://nowhere.example.com")).body.response).toEqual({
    ok: false,
    msg: "Couldn't find an address for nowhere.example.com.",
  });
  answering = (request) => request.socket.resetAndDestroy();
  expect((await reach(`http://other.example.com:${port}`)).body.response).toEqual({
    ok: false,
    msg: `Unexpected response from other.example.com:${port}: ECONNRESET.`,
  });
  expect((await reach(`https://other.example.com:${port}`)).body.response.ok).toBe(false);
});

verifies("system:reach:bounded", "a redirect is a response, and isn't followed", async () => {
  answering = (_request, response) =>
    response.writeHead(302, { Location: `http://other.example.com:${port}/else` }).end();
  const before = asked.length;
  const { body } = await reach(`http://other.example.com:${port}`);
  expect(body.response.msg).toContain("HTTP 302");
  expect(asked.length - before).toBe(1);
});

verifies("system:reach:bounded", "nothing is sent if any address of a name isn't allowed", async () => {
  const before = asked.length;
  expect((await reach(`http://twofold.example.com:${port}`)).body.response.ok).toBe(false);
  expect(asked.length).toBe(before);
});

function portOf(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("A server on a port has an address");
      resolve(address.port);
    }),
  );
}
