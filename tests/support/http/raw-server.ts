import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A server that sends exactly the bytes that a test sets. */
export interface RawServer {
  readonly origin: string;
  /** What arrived on each connection, in latin1, in the order they were opened. */
  readonly received: readonly string[];
  /** How many connections are open. */
  readonly open: number;
  /** Resolves once `condition` holds, asked again whenever something happens here. */
  until(condition: () => boolean): Promise<void>;
}

/** `answer` is called when a request's head has arrived, with its connection. */
export async function rawServer(answer: (socket: Socket, head: string) => void): Promise<RawServer> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  let changed = Promise.withResolvers<void>();
  function change(): void {
    changed.resolve();
    changed = Promise.withResolvers();
  }

  const server = createServer((socket) => {
    const place = received.push("") - 1;
    let pending = "";
    sockets.add(socket);
    change();
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      received[place] += text;
      pending += text;
      for (let end = pending.indexOf("\r\n\r\n"); end >= 0; end = pending.indexOf("\r\n\r\n")) {
        const head = pending.slice(0, end + 4);
        // A body is no head: only what begins like a request is answered.
        pending = pending.slice(end + 4);
        if (/^[A-Z]+ \//.test(head)) answer(socket, head);
      }
      change();
    });
    // Resets are what these tests are about.
    socket.on("error", () => change());
    socket.on("close", () => {
      sockets.delete(socket);
      change();
    });
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
    received,
    get open() {
      return sockets.size;
    },
    async until(condition) {
      while (!condition()) await changed.promise;
    },
  };
}
