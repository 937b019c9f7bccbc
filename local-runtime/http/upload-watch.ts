import type { IncomingMessage, ServerResponse } from "node:http";
import type { GatewayLimits } from "./gateway-limits.ts";

const looksPerIdleTime = 6;

/**
 * Cuts a connection whose upload stops arriving (R4.6), and one that goes on with an upload long after its answer.
 * Calls without a body are not watched.
 */
export function uploadWatch(
  request: IncomingMessage,
  response: ServerResponse,
  { uploadIdleMs, lingerMs }: Pick<GatewayLimits, "uploadIdleMs" | "lingerMs">,
): void {
  if (!announcesBody(request.rawHeaders)) return;
  // undici takes the socket from a request whose body it gives up.
  const { socket } = request;
  let arrived = socket.bytesRead;
  let quietLooks = 0;
  const look = setInterval(() => {
    // What has arrived and is not read yet waits for FileMaker Server, which is slower than the client.
    const quiet = socket.bytesRead === arrived && request.readableLength === 0;
    quietLooks = quiet ? quietLooks + 1 : 0;
    arrived = socket.bytesRead;
    if (request.complete || response.writableEnded || socket.destroyed) clearInterval(look);
    else if (quietLooks >= looksPerIdleTime) socket.destroy();
  }, uploadIdleMs / looksPerIdleTime);
  look.unref();
  response.once("close", () => clearInterval(look));

  // A connection that is closed while bytes arrive is reset, and the client may lose the answer that it is about to read.
  response.once("finish", () => {
    if (request.complete || socket.destroyed) return;
    // The reader of the upload has stopped, and while nothing is read, Node does not report that the client has gone.
    request.push = () => true;
    socket.resume();
    const cut = setTimeout(() => request.complete || socket.destroy(), lingerMs);
    cut.unref();
  });
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
