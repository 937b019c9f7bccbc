import type { Duplex } from "node:stream";
import { failure } from "#shared/contract/envelope.ts";
import { type ErrorName, ServiceError } from "#shared/contract/errors.ts";
import { ownHeaders } from "#shared/http/own-headers.ts";
import { STATUS_CODES } from "#shared/node/node-http.ts";
import { proxiedPart, refusalBody } from "#shared/proxy/refusal.ts";
import { answerOn, type ClientServer } from "./client-answer.ts";

const byParserCode: Readonly<Record<string, ErrorName>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/**
 * Answers requests that the parser rejects, and CONNECT, which it passes elsewhere, in JSON like all other responses. Then closes the
 * connection.
 */
export function refuseBroken(server: ClientServer, lingerMs: number): void {
  const leaving = new WeakSet<Duplex>();

  function refuse(socket: Duplex, name: ErrorName, packet?: Buffer): void {
    leaving.add(socket);
    socket.end(answerText(new ServiceError(name), targetIn(packet)));
    // Closing while bytes arrive would reset the connection, and the client could lose the response.
    socket.resume();
    const cut = setTimeout(() => socket.destroy(), lingerMs);
    cut.unref();
    socket.once("end", () => socket.destroy()).once("close", () => clearTimeout(cut));
  }

  server.on("clientError", (error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }, socket) => {
    if (leaving.has(socket)) return;
    const { code = "" } = error;
    // After a connection or TLS error, no client is left to answer.
    if (!socket.writable || !(code.startsWith("HPE_") || code in byParserCode)) {
      socket.destroy();
      return;
    }
    // An error must not be mixed into a response, nor look like the response to another call.
    const answering = answerOn(socket);
    if (answering && (answering.headersSent || answering.req.complete)) socket.destroy();
    else refuse(socket, byParserCode[code] ?? "request_refused", error.rawPacket);
  });
  server.on("connect", (_request, socket) => {
    socket.on("error", () => socket.destroy()); // Nothing else listens: Node handed the connection over.
    refuse(socket, "method_not_allowed");
  });
}

/** Maximum number of bytes in which a path is recognized. */
const targetBytes = 200;

/** Returns the target of a request whose head is in the packet that the parser rejected. Empty if it began in an earlier packet. */
function targetIn(packet: Buffer | undefined): string {
  return /^[A-Z]+ (\/\S*)/.exec(packet?.toString("latin1", 0, targetBytes) ?? "")?.[1] ?? "";
}

function answerText(error: ServiceError, target: string): string {
  const proxied = proxiedPart(target);
  const body = proxied === undefined ? JSON.stringify(failure(error)) : String(refusalBody(error, proxied));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(ownHeaders).map(([name, value]) => `${name}: ${value}`),
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}
