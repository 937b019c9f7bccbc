import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Server that sends exactly the bytes that a test sets. */
export interface RawServer {
  readonly origin: string;
  /** Bytes received on each connection, in latin1, in the order in which the connections were opened. */
  readonly received: readonly string[];
  /** Number of open connections. */
  readonly open: number;
  /** Resolves once `condition` is true; checked whenever something happens on this server. */
  until(condition: () => boolean): Promise<void>;
}

/** Starts a server. `answer` is called with the connection when a request's head has arrived. */
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
        // A body isn't a head: only text that starts like a request is answered.
        pending = pending.slice(end + 4);
        if (/^[A-Z]+ \//.test(head)) answer(socket, head);
      }
      change();
    });
    // These tests are about resets.
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
