import { createServer, request, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { onTestFinished } from "vitest";
import type { TestService } from "../../support/test-service.ts";

/** Proxy between a browser and the service; it can reject event streams, or be down. */
export interface NetworkProxy {
  /** The service, called through this proxy. */
  readonly service: TestService;
  /** Number of its open event streams. */
  readonly streams: number;
  /** Sets the state. `open`: everything passes. `noStreams`: event streams are cut and rejected. `closed`: nothing is answered. */
  become(state: "open" | "noStreams" | "closed"): void;
  /** Resolves when this number of streams is open. */
  untilStreams(count: number): Promise<void>;
}

export async function networkProxy(service: TestService): Promise<NetworkProxy> {
  let state: "open" | "noStreams" | "closed" = "open";
  const streams = new Set<ServerResponse>();
  const waiting = new Set<() => void>();
  const sockets = new Set<Socket>();
  const notify = () => {
    for (const check of waiting) check();
  };

  const server = createServer((incoming, outgoing) => {
    const isStream = incoming.headers.accept === "text/event-stream";
    if (state === "closed") return void incoming.socket.destroy();
    if (state === "noStreams" && isStream) return void outgoing.writeHead(502).end();
    const { hostname, port } = new URL(service.baseUrl);
    const { method, url, headers } = incoming;
    const forward = request({ hostname, port, method, path: url, headers, agent: false });
    forward.once("error", () => incoming.socket.destroy());
    forward.once("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      if (!isStream || answer.statusCode !== 200) return;
      streams.add(outgoing);
      notify();
    });
    outgoing.once("close", () => {
      forward.destroy();
      streams.delete(outgoing);
      notify();
    });
    incoming.pipe(forward);
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
    service: { ...service, baseUrl: `http://127.0.0.1:${address.port}` },
    get streams() {
      return streams.size;
    },
    become(next) {
      state = next;
      if (next === "noStreams") for (const stream of streams) stream.destroy();
      if (next === "closed") for (const socket of sockets) socket.destroy();
    },
    untilStreams(count) {
      return new Promise((resolve) => {
        const check = () => {
          if (streams.size !== count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      });
    },
  };
}
