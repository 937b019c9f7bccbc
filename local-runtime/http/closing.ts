import { Server as HttpsServer } from "node:https";
import type { Socket } from "node:net";
import { answerOn, type ClientServer } from "./client-answer.ts";

/** How often connections that fell idle are closed. */
const sweepMs = 20;
/** For requests that were on their way when it began. */
const openRequestMs = 500;

/** The connections that are open, kept up to date. */
export function openConnections(server: ClientServer): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on(server instanceof HttpsServer ? "secureConnection" : "connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return open;
}

/** Accepts nothing new, lets calls finish for `graceMs`, then cuts what is left. */
export function closeServer(server: ClientServer, open: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // Calls that were under way when it began have promised their clients to keep the connection.
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
