import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { onTestFinished } from "vitest";

/**
 * Result of a call: it passes; its connection ends before the server receives it; its answer is lost after the server has processed it; or
 * another server answers.
 */
export type Fault =
  | "pass"
  | "refuse"
  | "cut"
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body: string };

export interface FaultProxy {
  readonly origin: string;
  /** Number of calls received. */
  readonly calls: number;
  /** Sets the faults of the next calls, one by one; after them, all calls pass again. */
  plan(...faults: readonly Fault[]): void;
  /** Sets the fault of all calls from now on. */
  always(fault: Fault): void;
}

/** Starts a server between a client and its server; calls fail on it as a test says. */
export async function faultProxy(target: string): Promise<FaultProxy> {
  let planned: readonly Fault[] = [];
  let otherwise: Fault = "pass";
  let calls = 0;
  const sockets = new Set<Socket>();

  const server = createServer((incoming, outgoing) => {
    calls += 1;
    const [fault = otherwise, ...rest] = planned;
    planned = rest;
    void handle(new URL(target), fault, incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server on a port has an address");

  return {
    origin: `http://127.0.0.1:${address.port}`,
    get calls() {
      return calls;
    },
    plan(...faults) {
      planned = faults;
    },
    always(fault) {
      otherwise = fault;
    },
  };
}

async function handle(target: URL, fault: Fault, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  if (fault === "refuse") {
    incoming.socket.destroy();
    return;
  }
  if (typeof fault === "object") {
    incoming.resume();
    await once(incoming, "end");
    outgoing.writeHead(fault.status, fault.headers).end(fault.body);
    return;
  }
  // Keep the Host that the client signed.
  const { hostname, port } = target;
  const forward = request({
    hostname,
    port,
    method: incoming.method,
    path: incoming.url,
    headers: incoming.headers,
    agent: false,
  });
  incoming.pipe(forward);
  const [answer] = (await once(forward, "response")) as [IncomingMessage];
  if (fault === "cut") {
    answer.resume();
    await once(answer, "end");
    incoming.socket.destroy();
    return;
  }
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
  answer.pipe(outgoing);
  await once(outgoing, "close");
}
