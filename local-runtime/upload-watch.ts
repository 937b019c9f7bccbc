import type { IncomingMessage } from "node:http";

/**
 * Cuts a connection whose upload stops arriving for `idleMs` (R4.6). Calls without a body are not watched.
 * Time during which we ourselves do not read, because FileMaker Server is slower than the client, does not count.
 */
export function uploadWatch(request: IncomingMessage, idleMs: number): void {
  if (!announcesBody(request.rawHeaders)) return;
  let arrived = request.socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete || request.destroyed) {
      clearInterval(timer);
      return;
    }
    if (request.socket.bytesRead === arrived && request.readableFlowing !== false && request.readableLength === 0)
      request.destroy();
    arrived = request.socket.bytesRead;
  }, idleMs);
  timer.unref();
  request.once("close", () => clearInterval(timer));
}

/** Looked up in the raw headers: asking for `headers` would make Node build them all for every call. */
function announcesBody(raw: readonly string[]): boolean {
  for (let place = 0; place < raw.length; place += 2) {
    const name = raw[place] as string;
    if (name.length === 14 && name.toLowerCase() === "content-length") return raw[place + 1] !== "0";
    if (name.length === 17 && name.toLowerCase() === "transfer-encoding") return true;
  }
  return false;
}
