import type { IncomingMessage, ServerResponse } from "node:http";
import type { GatewayLimits } from "./gateway-limits.ts";

const looksPerIdleTime = 6;

/**
 * Closes a connection whose upload stops arriving, or that continues an upload long after its response. Ignores calls without a
 * body.
 */
export function uploadWatch(
  request: IncomingMessage,
  response: ServerResponse,
  { uploadIdleMs, lingerMs }: Pick<GatewayLimits, "uploadIdleMs" | "lingerMs">,
): void {
  if (!announcesBody(request.rawHeaders)) return;
  // undici removes the socket from a request when it abandons its body.
  const { socket } = request;
  let arrived = socket.bytesRead;
  let quietLooks = 0;
  const look = setInterval(() => {
    // Unread bytes are waiting for FileMaker Server, which is slower than the client.
    const quiet = socket.bytesRead === arrived && request.readableLength === 0;
    quietLooks = quiet ? quietLooks + 1 : 0;
    arrived = socket.bytesRead;
    if (request.complete || response.writableEnded || socket.destroyed) clearInterval(look);
    else if (quietLooks >= looksPerIdleTime) socket.destroy();
  }, uploadIdleMs / looksPerIdleTime);
  look.unref();
  response.once("close", () => clearInterval(look));

  // Closing a connection while bytes arrive resets it, and the client can lose the response that it is about to read.
  response.once("finish", () => {
    if (request.complete || socket.destroyed) return;
    // The upload's reader has stopped; without reads, Node doesn't report that the client disconnected.
    request.push = () => true;
    socket.resume();
    const cut = setTimeout(() => request.complete || socket.destroy(), lingerMs);
    cut.unref();
  });
}

/** True if a body follows. Uses raw headers, because `headers` would make Node build all of them for every call. */
function announcesBody(raw: readonly string[]): boolean {
  for (let place = 0; place < raw.length; place += 2) {
    const name = raw[place] as string;
    if (name.length === 14 && name.toLowerCase() === "content-length") return raw[place + 1] !== "0";
    if (name.length === 17 && name.toLowerCase() === "transfer-encoding") return true;
  }
  return false;
}
