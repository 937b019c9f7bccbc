import { type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { failure } from "../shared/contract/envelope.ts";
import { type ErrorName, ServiceError } from "../shared/contract/errors.ts";

const byParserCode: Readonly<Record<string, ErrorName>> = {
  HPE_HEADER_OVERFLOW: "headers_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/** Answers what the parser refuses, and methods that it hands elsewhere, in JSON like everything else. The connection ends with it. */
export function refuseBroken(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
    else write(socket, byParserCode[error.code ?? ""] ?? "request_refused");
  });
  server.on("connect", (_request, socket) => write(socket, "method_not_allowed"));
}

function write(socket: Duplex, name: ErrorName): void {
  const error = new ServiceError(name);
  const body = JSON.stringify(failure(error));
  socket.end(
    [
      `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}
