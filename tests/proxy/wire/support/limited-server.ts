import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import { type ConnectionLimits, limitConnections } from "../../../../local-runtime/http/connection-limits.ts";
import { type RawConnection, rawConnection, rawHead } from "../../../support/http/raw-http.ts";

/** Server with connection limits. Unlike the service, it can distinguish its clients by address: all of them are loopback. */
export interface LimitedServer {
  readonly baseUrl: string;
  /** Opens connections with a request that is pending until `finish`. */
  busy(count: number, from: string): Promise<readonly RawConnection[]>;
  /** Sends the rest of all answers. */
  finish(): void;
}

const plenty: ConnectionLimits = {
  connections: 100,
  connectionsPerAddress: 100,
  reservedConnections: 0,
  fewConnections: 1,
  isExempt: () => false,
};

/** Starts a server that answers `/busy` halfway, and everything else at once. */
export async function limitedServer(
  limits: Partial<ConnectionLimits>,
  server: Server = createServer(),
): Promise<LimitedServer> {
  const limited = limitConnections(server, { ...plenty, ...limits });
  const begun: ServerResponse[] = [];
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    limited.keepDuring(request, response);
    if (request.url !== "/busy") {
      response.end("whole");
      return;
    }
    response.writeHead(200, { "Content-Length": 10 }).write("first");
    begun.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl,
    async busy(count, from) {
      const connections = await opened(baseUrl, count, from);
      for (const connection of connections) expect(await isServed(connection, "/busy")).toBe(true);
      return connections;
    },
    finish() {
      for (const response of begun.splice(0)) response.end("other");
    },
  };
}

/** Opens connections, which are closed at the end of the test. */
export async function opened(baseUrl: string, count: number, from?: string): Promise<readonly RawConnection[]> {
  const connections: RawConnection[] = [];
  for (let number = 0; number < count; number += 1) {
    const connection = await rawConnection(baseUrl, from);
    onTestFinished(() => void connection.socket.destroy());
    connections.push(connection);
  }
  return connections;
}

/** Opens a connection, and sends a request on it. Returns undefined if it is closed without an answer. */
export async function served(baseUrl: string, from?: string): Promise<RawConnection | undefined> {
  const [connection] = await opened(baseUrl, 1, from);
  return connection !== undefined && (await isServed(connection)) ? connection : undefined;
}

/** Sends a request on a connection. Returns false if the connection is closed without an answer. */
export function isServed(connection: RawConnection, path = "/svc/healthz"): Promise<boolean> {
  const before = connection.received.length;
  connection.send(rawHead(`GET ${path} HTTP/1.1`, ["Host: x"]));
  return connection
    .until((text) => text.slice(before).startsWith("HTTP/1.1 200 ") && text.slice(before).includes("\r\n\r\n"))
    .then(
      () => true,
      () => false,
    );
}
