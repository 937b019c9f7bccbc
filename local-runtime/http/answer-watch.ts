import type { Socket } from "node:net";

const looksPerIdleTime = 6;

/**
 * Closes connections whose clients read nothing of their response for `idleMs`: each would keep one of the limited connections to FileMaker
 * Server. Checks all connections periodically, which costs calls nothing.
 */
export function watchAnswers(open: ReadonlySet<Socket>, idleMs: number): { stop(): void } {
  const seen = new WeakMap<Socket, { taken: number; quietLooks: number }>();

  function look(socket: Socket): void {
    if (socket.writableLength === 0) {
      seen.delete(socket);
      return;
    }
    const taken = socket.bytesWritten - socket.writableLength;
    const before = seen.get(socket);
    const quietLooks = before?.taken === taken ? before.quietLooks + 1 : 0;
    if (quietLooks >= looksPerIdleTime) socket.destroy();
    else seen.set(socket, { taken, quietLooks });
  }

  const looking = setInterval(() => open.forEach(look), idleMs / looksPerIdleTime);
  looking.unref();
  return { stop: () => clearInterval(looking) };
}
