import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, onTestFinished } from "vitest";
import { type ConnectionLimits, isLoopback, limitConnections } from "../../../local-runtime/http/connection-limits.ts";
import { type RawConnection, rawConnection, rawHead } from "../../support/http/raw-http.ts";
import { testService } from "../../support/test-service.ts";
import { verifies } from "../../support/verifies.ts";

const service = await testService({ limits: { connections: 12, connectionsPerAddress: 2 } });
afterAll(() => service.stop());

const ask = rawHead("GET /svc/healthz HTTP/1.1", ["Host: x"]);

/** Whether a connection is served: it gets an answer, or is closed without one. */
async function served(connection: RawConnection): Promise<boolean> {
  connection.send(ask);
  return Promise.race([
    connection
      .until((text) => text.startsWith("HTTP/1.1 200 "))
      .then(
        () => true,
        () => false,
      ),
    connection.closed.then(() => false),
  ]);
}

async function open(baseUrl: string, count: number, from?: string): Promise<RawConnection[]> {
  const connections: RawConnection[] = [];
  for (let number = 0; number < count; number += 1) {
    const connection = await rawConnection(baseUrl, from);
    onTestFinished(() => void connection.socket.destroy());
    connections.push(connection);
  }
  return connections;
}

/** A server of its own that can distinguish its clients by address: on one machine all of them are loopback. */
async function limited(limits: ConnectionLimits): Promise<string> {
  const server = createServer((_request, response) => response.end());
  limitConnections(server, limits);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

verifies(
  "proxy:limits:connections",
  "what is beyond the limit in all is closed, and served again once others have left",
  async () => {
    const connections = await open(service.baseUrl, 12);
    for (const connection of connections) expect(await served(connection)).toBe(true);
    const [beyond] = await open(service.baseUrl, 1);
    expect(beyond && (await served(beyond))).toBe(false);
    connections[0]?.socket.destroy();
    await connections[0]?.closed;
    // The one that left is noticed with the next turn of the loop; until then its place is taken.
    const retried = async (): Promise<boolean> => {
      const [next] = await open(service.baseUrl, 1);
      return next !== undefined && ((await served(next)) || (await retried()));
    };
    expect(await retried()).toBe(true);
  },
);

verifies("proxy:limits:connections", "each address has a limit of its own", async () => {
  const baseUrl = await limited({ connections: 100, connectionsPerAddress: 3, isExempt: () => false });
  const one = await open(baseUrl, 4, "127.0.0.2");
  const other = await open(baseUrl, 3, "127.0.0.3");
  expect(await Promise.all(one.map(served))).toEqual([true, true, true, false]);
  expect(await Promise.all(other.map(served))).toEqual([true, true, true]);
  one[0]?.socket.destroy();
  const retried = async (): Promise<boolean> => {
    const [next] = await open(baseUrl, 1, "127.0.0.2");
    return next !== undefined && ((await served(next)) || (await retried()));
  };
  expect(await retried()).toBe(true);
});

verifies("proxy:limits:connections", "loopback and trusted proxies speak for many and have none", async () => {
  const connections = await open(service.baseUrl, 6);
  for (const connection of connections) expect(await served(connection)).toBe(true);
  expect(["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"].map(isLoopback)).toEqual([true, true, true, true]);
  expect(["192.0.2.1", "::ffff:192.0.2.1", "::2", ""].map(isLoopback)).toEqual([false, false, false, false]);
  const baseUrl = await limited({
    connections: 100,
    connectionsPerAddress: 1,
    isExempt: (address) => address === "127.0.0.5",
  });
  const proxied = await open(baseUrl, 5, "127.0.0.5");
  expect(await Promise.all(proxied.map(served))).toEqual([true, true, true, true, true]);
});
