import { connect, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { messageReader } from "../wire/message-reader.ts";

/** Completed answer. */
export interface Answer {
  readonly status: number;
  readonly bodyBytes: number;
  readonly milliseconds: number;
}

/** Keep-alive connection with one call at a time. */
export interface Connection {
  /** Sends a prepared request; `done` receives its answer, or the error. */
  send(request: Buffer, done: (answer: Answer | Error) => void): void;
  /** Received bytes of all bodies. */
  readonly receivedBytes: number;
  close(): void;
}

/** Opens a raw connection to a port of this machine, without pipelining and without keeping bodies. */
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

/** Closes a silent connection: a proxy that hangs must not stop the bench. */
export function giveUpWhenSilent(socket: Socket): void {
  socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error(`silent for ${SILENCE_MS / 1_000} s`)));
}

const SILENCE_MS = 20_000;

// All connections can share the buffer, because bytes are never kept.
const RECEIVE_BUFFER = Buffer.allocUnsafe(262_144);
