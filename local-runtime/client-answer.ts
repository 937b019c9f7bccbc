import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";

/** A server whose answers are these. */
export type ClientServer = Server<typeof IncomingMessage, typeof ClientAnswer>;

/** Node's answer to a client, which is never mistaken for a whole one when it is given up half-way. */
export class ClientAnswer extends ServerResponse<IncomingMessage> {
  #begin: (() => void) | undefined;

  /**
   * Resolves when all requests before this one on its connection are answered: Node would run pipelined ones side by side,
   * and a read must see the write that was sent before it (RFC 9112, 9.3.2).
   */
  turn(): Promise<void> {
    if (this.socket !== null) return Promise.resolve();
    return new Promise((resolve) => {
      this.#begin = resolve;
    });
  }

  override assignSocket(socket: Socket): void {
    super.assignSocket(socket);
    this.#begin?.();
  }

  /**
   * Where the end of the connection is the end of the body, as for HTTP/1.0, closing it would make a whole answer of half a one
   * (R4.5). So it is reset. A TLS connection that ends without a goodbye says the same.
   */
  override destroy(error?: Error): this {
    const { socket } = this;
    if (socket !== null && this.headersSent && !this.writableEnded && !(socket instanceof TLSSocket))
      socket.resetAndDestroy();
    return super.destroy(error);
  }
}
