import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect } from "vitest";
import { type EdgeServerOptions, startEdgeServer } from "../../../sandbox/aws/edge-server.ts";
import { streamedRoutes } from "../../../sandbox/aws/gateway/streamed-routes.ts";
import { verifies } from "../../support/verifies.ts";

const megabyte = 1024 * 1024;
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Starts an edge in front of one function, which answers below `/svc/`; `/svc/odata/` answers challenges, `/svc/files/` streams. */
async function anEdge(
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  options: Partial<EdgeServerOptions> = {},
) {
  let calls = 0;
  const functions = createServer((incoming, outgoing) => {
    calls += 1;
    answer(incoming, outgoing);
  });
  await new Promise<void>((resolve) => functions.listen(0, "127.0.0.1", resolve));
  const api = {
    Id: "api",
    CustomOriginConfig: { OriginReadTimeout: 60 },
    OriginCustomHeaders: [{ HeaderName: "X-Proof", HeaderValue: "secret" }],
  };
  const edge = await startEdgeServer({
    ...{ host: "127.0.0.1", port: 0 },
    distribution: {
      Origins: [api, { Id: "console" }],
      DefaultCacheBehavior: { TargetOriginId: "console" },
      CacheBehaviors: [
        {
          PathPattern: "svc/odata/*",
          TargetOriginId: "api",
          LambdaFunctionAssociations: [{ EventType: "origin-response" }],
        },
        { PathPattern: "svc/*", TargetOriginId: "api" },
      ],
    },
    origins: { api: `http://127.0.0.1:${(functions.address() as AddressInfo).port}` },
    isStreamed: (path) => path.startsWith("/svc/files/"),
    async onOriginResponse({ "x-amzn-remapped-www-authenticate": challenge, ...headers }) {
      return challenge === undefined ? headers : { ...headers, "www-authenticate": challenge };
    },
    ...options,
  });
  ends.push(
    () => edge.stop(),
    () => {
      functions.closeAllConnections();
      functions.close();
    },
  );
  return { call: (path: string, init?: RequestInit) => fetch(`${edge.origin}${path}`, init), calls: () => calls };
}

const ok = (_: IncomingMessage, outgoing: ServerResponse) => void outgoing.end("ok");

verifies(
  "runtime:aws:dev-edge",
  "a call has the proof of the distribution, and the address of the viewer",
  async () => {
    const { call } = await anEdge(({ headers }, outgoing) => void outgoing.end(JSON.stringify(headers)));
    const sent = { "X-Proof": "forged", "X-Forwarded-For": "203.0.113.9" };
    expect(await (await call("/svc/api/key", { headers: sent })).json()).toMatchObject({
      "x-proof": "secret",
      "x-forwarded-for": "203.0.113.9, 127.0.0.1, 127.0.0.1",
    });
  },
);

verifies("runtime:aws:dev-edge", "a CloudFront Function changes a call, or answers it", async () => {
  const code = `function handler({ request }) {
    if (request.headers["x-done"]) return { statusCode: 302, headers: { location: { value: "/" } } };
    request.headers["x-added"] = { value: request.method };
    request.uri = request.uri.replace("/alias/", "/svc/");
    return request;
  }`;
  const { call, calls } = await anEdge(
    ({ url, headers }, outgoing) =>
      void outgoing.end(JSON.stringify([url, headers["x-added"], headers["x-proof"], headers.cookie])),
    {
      functions: { one: code },
      distribution: {
        Origins: [{ Id: "api", OriginCustomHeaders: [{ HeaderName: "X-Proof", HeaderValue: "secret" }] }],
        DefaultCacheBehavior: {
          TargetOriginId: "api",
          FunctionAssociations: [{ EventType: "viewer-request", FunctionARN: "one" }],
        },
      },
    },
  );
  const got = await call("/alias/key?a=%20b", { headers: { Cookie: "a=1" } });
  expect(await got.json()).toEqual(["/svc/key?a=%20b", "GET", "secret", "a=1"]);
  const answered = await call("/alias/key", { headers: { "X-Done": "1" }, redirect: "manual" });
  expect([answered.status, answered.headers.get("location"), calls()]).toEqual([302, "/", 1]);
});

verifies("runtime:aws:dev-edge", "a path of another origin isn't passed to the functions", async () => {
  const { call, calls } = await anEdge(ok);
  expect((await call("/index.html")).status).toBe(404);
  expect(calls()).toBe(0);
});

verifies(
  "runtime:aws:dev-edge",
  "10,240 bytes of request line and headers are accepted, and more are refused",
  async () => {
    const { call, calls } = await anEdge(ok, { gatewayResponses: { DEFAULT_4XX: '{"messages":[]}' } });
    expect((await call("/svc/a", { headers: { "X-Long": "x".repeat(9_000) } })).status).toBe(200);
    const refused = await call("/svc/a", { headers: { "X-Long": "x".repeat(10_240) } });
    expect([refused.status, await refused.text()]).toEqual([431, '{"messages":[]}']);
    expect(calls()).toBe(1);
  },
);

verifies("runtime:aws:dev-edge", "a body whose event exceeds 6 MB is refused, and so is one over 10 MB", async () => {
  const { call, calls } = await anEdge(ok);
  const put = (bytes: number) => call("/svc/a", { method: "PUT", body: Buffer.alloc(bytes) });
  expect((await put(4.4 * megabyte)).status).toBe(200);
  // In Base64, it is a third larger.
  expect((await put(4.6 * megabyte)).status).toBe(413);
  expect((await put(11 * megabyte)).status).toBe(413);
  expect(calls()).toBe(1);
});

verifies(
  "runtime:aws:dev-edge",
  "a buffered answer has at most 6 MB, and a streamed one breaks at its limit",
  async () => {
    const sized = ({ url = "" }: IncomingMessage, outgoing: ServerResponse) => {
      const bytes = Number(url.split("=")[1]) * megabyte;
      outgoing.writeHead(200, { "content-length": bytes }).end(Buffer.alloc(bytes));
    };
    const { call } = await anEdge(sized, { maxStreamBytes: 8 * megabyte });
    expect((await call("/svc/a?mb=4")).status).toBe(200);
    expect((await call("/svc/a?mb=5")).status).toBe(502);
    expect((await (await call("/svc/files/a?mb=7")).arrayBuffer()).byteLength).toBe(7 * megabyte);
    const broken = await call("/svc/files/a?mb=9");
    expect(broken.status).toBe(200);
    await expect(broken.arrayBuffer()).rejects.toThrow();
  },
);

verifies("runtime:aws:dev-edge", "an answer that begins after 60 seconds is a 504", async () => {
  const waits: number[] = [];
  const sleep = async (milliseconds: number) => void waits.push(milliseconds);
  const slow = await anEdge((incoming) => incoming.resume(), { sleep });
  expect((await slow.call("/svc/a")).status).toBe(504);
  expect(waits).toEqual([60_000]);
  // A runtime that can't stream answers at the end, and says when the answer began.
  const begun = ({ url = "" }: IncomingMessage, outgoing: ServerResponse) =>
    void outgoing.writeHead(200, { "x-begun": url.split("=")[1] }).end("ok");
  const streamed = await anEdge(begun, { firstByteHeader: "x-begun" });
  const early = await streamed.call("/svc/files/a?ms=59000");
  expect([early.status, early.headers.get("x-begun")]).toEqual([200, null]);
  expect((await streamed.call("/svc/files/a?ms=61000")).status).toBe(504);
});

verifies(
  "runtime:aws:dev-edge",
  "a challenge is renamed, and gets its name back where the distribution says so",
  async () => {
    const { call } = await anEdge((_, outgoing) => void outgoing.writeHead(401, { "WWW-Authenticate": "Basic" }).end());
    const plain = await call("/svc/api/key");
    expect(plain.headers.get("www-authenticate")).toBeNull();
    expect(plain.headers.get("x-amzn-remapped-www-authenticate")).toBe("Basic");
    const restored = await call("/svc/odata/Contacts");
    expect(restored.headers.get("www-authenticate")).toBe("Basic");
    expect(restored.headers.get("x-amzn-remapped-www-authenticate")).toBeNull();
  },
);

verifies("runtime:aws:dev-edge", "an error is cached for ten seconds unless the distribution sets a time", async () => {
  const failing = ({ headers: { authorization = "" } }: IncomingMessage, outgoing: ServerResponse) =>
    void outgoing.writeHead(500).end(authorization);
  let time = 0;
  const now = () => time;
  const { call, calls } = await anEdge(failing, { now });
  const as = async (user: string) => (await call("/svc/a", { headers: { Authorization: user } })).text();
  expect([await as("one"), await as("two"), calls()]).toEqual(["one", "one", 1]);
  time = 10_000;
  expect([await as("two"), calls()]).toEqual(["two", 2]);

  const { distribution } = { distribution: { CustomErrorResponses: [{ ErrorCode: 500, ErrorCachingMinTTL: 0 }] } };
  const uncached = await anEdge(failing, {
    now,
    distribution: {
      ...distribution,
      Origins: [{ Id: "api" }],
      DefaultCacheBehavior: { TargetOriginId: "api" },
    },
  });
  const ask = async (user: string) => (await uncached.call("/svc/a", { headers: { Authorization: user } })).text();
  expect([await ask("one"), await ask("two"), uncached.calls()]).toEqual(["one", "two", 2]);
});

verifies("runtime:aws:dev-edge", "the most specific method decides whether a path is streamed", () => {
  const resource = (id: string, ParentId: string, PathPart: string) => ({ id, properties: { ParentId, PathPart } });
  const method = (ResourceId: string, ResponseTransferMode?: string) => ({
    id: ResourceId,
    properties: { ResourceId, Integration: { ResponseTransferMode } },
  });
  const isStreamed = streamedRoutes(
    [
      resource("svc", "root", "svc"),
      resource("any", "svc", "{path+}"),
      resource("one", "svc", "{name}"),
      resource("files", "svc", "files"),
      resource("all", "files", "{path+}"),
    ],
    [method("any"), method("files", "STREAM"), method("all", "STREAM"), method("one", "BUFFERED")],
  );
  expect(["/svc/files", "/svc/files/a/b", "/svc/keys", "/svc/keys/files", "/other"].map(isStreamed)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
