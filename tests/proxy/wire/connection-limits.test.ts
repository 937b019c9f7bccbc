import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createHttpsServer } from "node:https";
import { connect as connectTls } from "node:tls";
import { afterAll, expect, onTestFinished } from "vitest";
import { isLoopback, limitConnections } from "../../../local-runtime/http/connection-limits.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";
import { isServed, limitedServer, opened, served } from "./support/limited-server.ts";

const service = await testService({ limits: { connections: 12, connectionsPerAddress: 2 } });
afterAll(() => service.stop());

/** Tries until a connection is served: the end of another one is noticed with a delay. */
async function servedAgain(baseUrl: string, from: string): Promise<void> {
  while ((await served(baseUrl, from)) === undefined);
}

verifies(
  "proxy:limits:connections",
  "a connection beyond the limit is closed while all others are in use",
  async () => {
    const { baseUrl, busy } = await limitedServer({ connections: 3 });
    const [first] = await busy(3, "127.0.0.2");
    expect(await served(baseUrl, "127.0.0.3")).toBeUndefined();
    first?.socket.destroy();
    await servedAgain(baseUrl, "127.0.0.3");
  },
);

verifies("proxy:limits:connections", "each address has its own limit", async () => {
  const { baseUrl, busy } = await limitedServer({ connectionsPerAddress: 3 });
  const [first] = await busy(3, "127.0.0.2");
  expect(await served(baseUrl, "127.0.0.2")).toBeUndefined();
  expect(await served(baseUrl, "127.0.0.3")).toBeDefined();
  first?.socket.destroy();
  await servedAgain(baseUrl, "127.0.0.2");
});

verifies("proxy:limits:connections", "the addresses of an IPv6 /64 count as one", () => {
  const server = new EventEmitter();
  limitConnections(server as never, {
    ...{ connections: 100, connectionsPerAddress: 3, reservedConnections: 0, fewConnections: 1 },
    isExempt: () => false,
  });
  const closed: string[] = [];
  const connect = (remoteAddress: string) => {
    const destroy = () => closed.push(remoteAddress);
    // Each has sent part of a request.
    server.emit("connection", Object.assign(new EventEmitter(), { remoteAddress, destroy, bytesRead: 1 }));
  };
  for (const end of ["1", "2", "3", "4:5:6"]) connect(`2001:db8:0:1::${end}`);
  for (const end of ["1", "2", "3"]) connect(`2001:db8:0:2::${end}`);
  for (const end of ["1", "2", "3"]) connect(`::ffff:192.0.2.${end}`);
  expect(closed).toEqual(["2001:db8:0:1::4:5:6"]);
});

verifies(
  "proxy:limits:connections",
  "loopback and trusted proxies represent many clients and have no limit",
  async () => {
    for (const connection of await opened(service.baseUrl, 6)) expect(await isServed(connection)).toBe(true);
    expect(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"].map(isLoopback)).toEqual([true, true, true, true]);
    expect(["192.0.2.1", "::ffff:192.0.2.1", "::2", ""].map(isLoopback)).toEqual([false, false, false, false]);
    const isExempt = (address: string) => address === "127.0.0.5";
    const { busy } = await limitedServer({ connectionsPerAddress: 1, isExempt });
    await busy(5, "127.0.0.5");
  },
);

verifies("proxy:limits:idle-connections", async () => {
  const connections = await opened(service.baseUrl, 12);
  for (const connection of connections) expect(await isServed(connection)).toBe(true);
  const [first, second, third] = connections as [
    (typeof connections)[0],
    (typeof connections)[0],
    (typeof connections)[0],
  ];
  expect(await isServed(first)).toBe(true);
  expect(await served(service.baseUrl)).toBeDefined();
  expect(await second.closed).toBe("ended");
  expect(await served(service.baseUrl)).toBeDefined();
  expect(await third.closed).toBe("ended");
  expect(await isServed(first)).toBe(true);
});

verifies("proxy:limits:idle-connections", "a connection that never sends a request is closed too", async () => {
  const silent = await opened(service.baseUrl, 12);
  for (let round = 0; round < 12; round += 1) expect(await served(service.baseUrl)).toBeDefined();
  for (const connection of silent) expect(await connection.closed).toBe("ended");
});

verifies(
  "proxy:limits:idle-connections",
  "a running response arrives completely, regardless of the number of connections",
  async () => {
    const { baseUrl, busy, finish } = await limitedServer({ connections: 4 });
    const slow = await busy(3, "127.0.0.2");
    for (let round = 0; round < 20; round += 1) expect(await served(baseUrl, "127.0.0.3")).toBeDefined();
    finish();
    for (const connection of slow) expect(await connection.until((text) => text.endsWith("firstother"))).toBeDefined();
  },
);

verifies("proxy:limits:idle-connections", "a request that has partially arrived isn't cut off", async () => {
  const [partial, ...others] = await opened(service.baseUrl, 12);
  partial?.send("GET /svc/healthz HTTP/1.1\r\nHost: x\r\n");
  for (const connection of others) expect(await isServed(connection)).toBe(true);
  for (let round = 0; round < 20; round += 1) expect(await served(service.baseUrl)).toBeDefined();
  partial?.send("\r\n");
  expect(await partial?.until((text) => text.startsWith("HTTP/1.1 200 "))).toBeDefined();
});

verifies("proxy:limits:idle-connections", "an upload that was answered before its end isn't cut off", async () => {
  const { baseUrl } = await limitedServer({ connections: 2 });
  const [upload] = await opened(baseUrl, 1, "127.0.0.2");
  upload?.send("POST /early HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nfirst");
  await upload?.until((text) => text.endsWith("whole"));
  for (let round = 0; round < 3; round += 1) expect(await served(baseUrl, "127.0.0.3")).toBeDefined();
  upload?.send("otherGET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await upload?.until((text) => text.split("HTTP/1.1 200 ").length === 3);
  expect(upload && (await isServed(upload))).toBe(true);
  // Once it has arrived, its connection is idle like any other.
  for (let round = 0; round < 2; round += 1) expect(await served(baseUrl, "127.0.0.3")).toBeDefined();
  expect(await upload?.closed).toBe("ended");
});

verifies("proxy:limits:idle-connections", "at the limit of an address, its own idle connection is closed", async () => {
  const { baseUrl } = await limitedServer({ connectionsPerAddress: 2 });
  const other = await served(baseUrl, "127.0.0.3");
  const first = await served(baseUrl, "127.0.0.2");
  for (let round = 0; round < 2; round += 1) expect(await served(baseUrl, "127.0.0.2")).toBeDefined();
  expect(await first?.closed).toBe("ended");
  expect(other && (await isServed(other))).toBe(true);
});

verifies(
  "proxy:limits:idle-connections",
  "those of clients with many connections are closed first, those of proxies last",
  async () => {
    const isExempt = (address: string) => address === "127.0.0.5";
    const { baseUrl } = await limitedServer({ connections: 6, fewConnections: 3, isExempt });
    const proxy = await served(baseUrl, "127.0.0.5");
    const few = await served(baseUrl, "127.0.0.3");
    const many = [];
    for (let round = 0; round < 4; round += 1) many.push(await served(baseUrl, "127.0.0.2"));
    expect(await served(baseUrl, "127.0.0.4")).toBeDefined();
    expect(await many[0]?.closed).toBe("ended");
    expect(await served(baseUrl, "127.0.0.4")).toBeDefined();
    expect(await many[1]?.closed).toBe("ended");
    // No client has many connections left.
    expect(await served(baseUrl, "127.0.0.6")).toBeDefined();
    expect(await few?.closed).toBe("ended");
    expect(proxy && (await isServed(proxy))).toBe(true);
  },
);

verifies("proxy:limits:idle-connections", "over TLS as well", async () => {
  const folder = new URL("../../support/certificates/", import.meta.url);
  const [cert, key] = ["certificate.pem", "key.pem"].map((name) => readFileSync(new URL(name, folder)));
  const { baseUrl, finish } = await limitedServer({ connections: 3 }, createHttpsServer({ cert, key }) as never);
  const { port } = new URL(baseUrl);
  const connected = async (path: string) => {
    const socket = connectTls({ port: Number(port), host: "127.0.0.1", ca: cert, servername: "fms.example.test" });
    onTestFinished(() => void socket.destroy());
    let received = "";
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text;
    });
    socket.on("error", () => undefined); // It is closed on purpose.
    const closed = new Promise<void>((resolve) => socket.once("close", resolve));
    const isAnswered = new Promise<boolean>((resolve) => {
      socket.once("data", () => resolve(true)).once("close", () => resolve(false));
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    return { isAnswered: await isAnswered, closed, received: () => received, socket };
  };
  const slow = await connected("/busy");
  const idle = await connected("/");
  const [silent] = await opened(baseUrl, 1);
  expect((await connected("/")).isAnswered).toBe(true);
  await idle.closed;
  expect((await connected("/")).isAnswered).toBe(true);
  await silent?.closed;
  const ended = new Promise<void>((resolve) => {
    slow.socket.on("data", () => slow.received().endsWith("firstother") && resolve());
  });
  finish();
  await ended;
});

verifies("proxy:limits:reserved-connections", async () => {
  const limits = { connections: 8, reservedConnections: 3, fewConnections: 3 };
  const { baseUrl, busy } = await limitedServer(limits);
  const idle = await served(baseUrl, "127.0.0.3");
  await busy(4, "127.0.0.2");
  expect(await served(baseUrl, "127.0.0.2")).toBeUndefined();
  expect(idle && (await isServed(idle))).toBe(true);
  for (const from of ["127.0.0.3", "127.0.0.4", "127.0.0.5"]) expect(await served(baseUrl, from)).toBeDefined();
});
