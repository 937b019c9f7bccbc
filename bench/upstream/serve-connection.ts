import type { Socket } from "node:net";
import { messageReader } from "../wire/message-reader.ts";
import { type BusySessions, sessionIn } from "./busy-sessions.ts";
import type { Counters } from "./counters.ts";
import type { Delay } from "./fixed-delay.ts";
import { jsonAnswer, streamHead } from "./prepared-answers.ts";
import { loginAnswer, type Route, routeOf } from "./routes.ts";

/** State that all connections share. */
interface Serving {
  readonly delay: Delay;
  readonly counters: Counters;
  readonly sessions: BusySessions;
}

/** Answers the calls of a connection one after the other, until it closes. */
export function serveConnection(socket: Socket, { delay, counters, sessions }: Serving): void {
  let route: Route = { kind: "counters" };
  let head = "";
  let underWay = false;
  counters.connections += 1;

  const read = messageReader({
    head(text) {
      route = routeOf(text.slice(0, text.indexOf(" HTTP/")));
      head = text;
      underWay = true;
      counters.calls += 1;
      counters.underWay += 1;
    },
    body(sizeBytes) {
      counters.uploadedBytes += sizeBytes;
    },
    end() {
      delay(() => sessions.whenFree(head, () => answer(route)));
    },
    broken() {
      socket.destroy();
    },
  });

  socket.on("data", read);
  socket.on("error", () => socket.destroy()); // Some figures are about peers that disconnect
  socket.on("close", () => {
    counters.connections -= 1;
    finished();
  });

  function answer(to: Route): void {
    if (socket.destroyed) return;
    if (to.kind === "slow") {
      setTimeout(() => answer({ kind: "prepared", bytes: to.bytes }), to.milliseconds);
      return;
    }
    if (to.kind === "script") {
      sessions.run(sessionIn(head), to.milliseconds, () => answer({ kind: "prepared", bytes: to.bytes }));
      return;
    }
    if (to.kind === "stream") {
      streamBytes(socket, to.sizeBytes, finished);
      return;
    }
    finished();
    if (to.kind === "counters") {
      socket.write(jsonAnswer(200, counters));
      return;
    }
    if (to.kind === "login") {
      counters.logins += 1;
      socket.write(loginAnswer(counters.logins));
      return;
    }
    if (to.counts !== undefined) counters[to.counts] += 1;
    socket.write(to.bytes);
  }

  function finished(): void {
    if (underWay) counters.underWay -= 1;
    underWay = false;
  }
}

/** Writes a body of a given size from a prepared block, never more than the socket accepts. */
function streamBytes(socket: Socket, sizeBytes: number, finished: () => void): void {
  let left = sizeBytes;
  socket.write(streamHead(sizeBytes));
  more();

  function more(): void {
    while (left > 0) {
      const block = left < BLOCK.length ? BLOCK.subarray(0, left) : BLOCK;
      left -= block.length;
      if (left === 0) return void socket.write(block, finished);
      if (!socket.write(block)) return void socket.once("drain", more);
    }
  }
}

// Varied content, so that it isn't an easy case for any layer.
const BLOCK = Buffer.from(Array.from({ length: 262_144 }, (_, at) => (at * 2_654_435_761) >>> 24));
