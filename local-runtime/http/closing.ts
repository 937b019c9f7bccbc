import { Server as HttpsServer } from "node:https";
import type { Socket } from "node:net";
import { answerOn, type ClientServer } from "./client-answer.ts";

/** Interval in milliseconds for closing idle connections. */
const sweepMs = 20;
/** Milliseconds for requests that were arriving when the shutdown began. */
const openRequestMs = 500;

/** Returns the open connections as a live set. */
export function openConnections(server: ClientServer): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on(server instanceof HttpsServer ? "secureConnection" : "connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return open;
}

/** Stops accepting connections, lets calls finish for `graceMs` milliseconds, then closes the rest. */
export function closeServer(server: ClientServer, open: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // Calls in progress have already promised their clients to keep the connection alive.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    const hurry = setTimeout(() => {
      for (const socket of open) if (answerOn(socket) === undefined) socket.destroy();
    }, openRequestMs);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(hurry);
      clearTimeout(cut);
      resolve();
    });
  });
}
