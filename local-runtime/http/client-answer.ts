import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TLSSocket } from "node:tls";
import { ServerResponse } from "#shared/node/node-http.ts";

/** A server whose answers are these. */
export type ClientServer = Server<typeof IncomingMessage, typeof ClientAnswer>;

/** What is being answered on a connection. Node keeps it there, without promising to. */
export function answerOn(socket: Duplex & { readonly _httpMessage?: ClientAnswer | null }): ClientAnswer | undefined {
  return socket._httpMessage ?? undefined;
}

/** Text up to this length Node copies onto its stack to write it. */
const smallBytes = 8 * 1024;

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

  /**
   * A small body goes as text, one character per byte: Node then writes it in one piece with the head, where bytes would be gathered from
   * two places, which takes twice as long.
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
   * Where the end of the connection is the end of the body, as for HTTP/1.0, closing it would make a whole answer of half a one
   * (R4.5). So it is reset; clients take the end of a TLS connection for the end of the body too, so there the one below it is.
   */
  override destroy(error?: Error): this {
    const { socket } = this;
    if (socket !== null && this.headersSent && !this.writableEnded) transportOf(socket)?.resetAndDestroy();
    return super.destroy(error);
  }
}

/** The TCP connection of a socket. Node keeps that of a TLS socket there, without promising to. */
export function transportOf(socket: Socket & { readonly _parent?: Socket }): Socket | undefined {
  const { _parent: below } = socket;
  return socket instanceof TLSSocket ? below : socket;
}
