import { connect, createServer, type Socket } from "node:net";

/** Address that forwards to another server and records what is sent to it. */
export interface TappedServer {
  readonly origin: string;
  /** Everything sent so far, in latin1, chunk by chunk. The head of a request is one chunk. */
  readonly received: readonly string[];
  /** Returns the newest chunk that contains this text. */
  request(text: string): string | undefined;
  leadTo(origin: string): void;
  close(): void;
}

export async function tappedServer(): Promise<TappedServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  let target = "";
  const server = createServer((socket) => {
    const { hostname, port } = new URL(target);
    const onward = connect(Number(port), hostname);
    for (const [end, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(end);
      end.on("error", () => other.destroy()); // When one end breaks, close the other one too.
      end.on("close", () => sockets.delete(end));
    }
    socket.on("data", (bytes) => received.push(bytes.toString("latin1")));
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A server on a port has an address");

  return {
    origin: `http://127.0.0.1:${address.port}`,
    received,
    request: (text) => received.findLast((reported) => reported.includes(text)),
    leadTo(origin) {
      target = origin;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
