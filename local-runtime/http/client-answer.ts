import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import { ServerResponse } from "#shared/node/node-http.ts";

/** Server that answers with `ClientAnswer`. */
export type ClientServer = Server<typeof IncomingMessage, typeof ClientAnswer>;

/** Returns the response in progress on a connection. Uses an undocumented field of Node. */
export function answerOn(socket: Duplex & { readonly _httpMessage?: ClientAnswer | null }): ClientAnswer | undefined {
  return socket._httpMessage ?? undefined;
}

/** Maximum length of text that Node copies onto its stack to write it. */
const smallBytes = 8 * 1024;

/** Node's response to a client. If it is aborted halfway, clients never mistake it for a complete one. */
export class ClientAnswer extends ServerResponse<IncomingMessage> {
  #begin: (() => void) | undefined;

  /**
   * Resolves when all earlier requests on its connection are answered. Node would run pipelined requests concurrently, but a read must see
   * the write that was sent before it (RFC 9112, 9.3.2).
   */
  turn(): Promise<void> {
    if (this.socket !== null) return Promise.resolve();
    return new Promise((resolve) => {
      this.#begin = resolve;
    });
  }

  /**
   * Sends a small body as text, one character per byte: Node then writes it together with the head. Writing bytes from two buffers takes
   * twice as long.
   */
  override end(...given: unknown[]): this {
    const [body, ...rest] = given;
    const end = super.end as (...given: unknown[]) => this;
    if (this.headersSent && Buffer.isBuffer(body) && body.length <= smallBytes && rest.length === 0) {
      return end.call(this, body.toString("latin1"), "latin1");
    }
    return end.apply(this, given);
  }

  override assignSocket(socket: Socket): void {
    super.assignSocket(socket);
    this.#begin?.();
  }

  /**
   * Resets the connection if closing it would end the body, as in HTTP/1.0, and make a partial response look complete. Clients also
   * treat the end of a TLS connection as the end of the body, so the TCP connection below it is reset.
   */
  override destroy(error?: Error): this {
    const { socket } = this;
    if (socket !== null && this.headersSent && !this.writableEnded) transportOf(socket)?.resetAndDestroy();
    return super.destroy(error);
  }
}

/** Returns the TCP connection of a socket. For TLS sockets, uses an undocumented field of Node. */
export function transportOf(socket: Socket & { readonly _parent?: Socket }): Socket | undefined {
  const { _parent: below } = socket;
  return socket instanceof TLSSocket ? below : socket;
}
