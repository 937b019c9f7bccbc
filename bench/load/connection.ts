import { connect, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { messageReader } from "../wire/message-reader.ts";

/** One finished answer as the load sees it. */
export interface Answer {
  readonly status: number;
  readonly bodyBytes: number;
  readonly milliseconds: number;
}

/** A keep-alive connection that carries one call at a time. */
export interface Connection {
  /** Sends a prepared request; `done` gets its answer, or the reason why there will be none. */
  send(request: Buffer, done: (answer: Answer | Error) => void): void;
  /** Bytes of body that have come in so far, of all answers. */
  readonly receivedBytes: number;
  close(): void;
}

/** Opens a raw connection to a port of this machine; nothing is pipelined, no byte of a body is kept. */
export function openConnection(port: number): Connection {
  let receivedBytes = 0;
  let bytesBefore = 0;
  let sentAt = 0;
  let status = 0;
  let waiting: ((answer: Answer | Error) => void) | undefined;

  const read = messageReader({
    head(text) {
      status = Number(text.slice(9, 12));
    },
    body(sizeBytes) {
      receivedBytes += sizeBytes;
    },
    end() {
      finish({ status, bodyBytes: receivedBytes - bytesBefore, milliseconds: performance.now() - sentAt });
    },
    broken(reason) {
      socket.destroy(new Error(reason));
    },
  });

  const socket = connect({
    port,
    host: "127.0.0.1",
    noDelay: true,
    onread: {
      buffer: RECEIVE_BUFFER,
      callback(sizeBytes) {
        read(RECEIVE_BUFFER.subarray(0, sizeBytes));
        return true;
      },
    },
  });
  giveUpWhenSilent(socket);
  socket.on("error", (error) => finish(error));
  socket.on("close", () => finish(new Error("the connection was closed before the answer's end")));

  return {
    send(request, done) {
      if (socket.destroyed) return done(new Error("the connection is closed"));
      waiting = done;
      bytesBefore = receivedBytes;
      sentAt = performance.now();
      socket.write(request);
    },
    get receivedBytes() {
      return receivedBytes;
    },
    close: () => void socket.destroy(),
  };

  function finish(answer: Answer | Error): void {
    const done = waiting;
    waiting = undefined;
    done?.(answer);
  }
}

/** A proxy that hangs must not hang the bench. */
export function giveUpWhenSilent(socket: Socket): void {
  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error(`silent for ${SILENCE_MS / 1_000} s`)));
}

const SILENCE_MS = 20_000;

// Bytes are looked at where they land and never kept, so all connections can share the place.
const RECEIVE_BUFFER = Buffer.allocUnsafe(262_144);
