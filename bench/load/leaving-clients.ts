import { connect, type Socket } from "node:net";
import type { Contestant } from "../peers/contestant.ts";
import { readRecords, uploadHead } from "./requests.ts";

export interface LeavingClients {
  readonly contestant: Contestant;
  readonly count: number;
  readonly atOnce: number;
  /** Returns numbers from 0 to below 1; the same numbers create the same clients. */
  readonly random: () => number;
}

/** Starts clients that disconnect early, each at a different time, and resolves when the last one has disconnected. */
export async function leaveEarly({ contestant, count, atOnce, random }: LeavingClients): Promise<void> {
  let started = 0;
  const oneAfterAnother = async () => {
    while (started < count) {
      started += 1;
      const moment = moments[Math.floor(random() * moments.length)] ?? beforeTheConnection;
      await leave(contestant, moment, random);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, oneAfterAnother));
}

/** Runs a client until it calls `gone`. */
type Moment = (life: {
  readonly socket: Socket;
  readonly contestant: Contestant;
  readonly random: () => number;
  readonly gone: () => void;
}) => void;

const beforeTheConnection: Moment = ({ gone }) => void setImmediate(gone);

const withinTheHead: Moment = ({ socket, contestant, random, gone }) => {
  const head = readRecords(contestant, "K1");
  socket.write(head.subarray(0, Math.ceil(random() * (head.length - 1))), gone);
};

const afterTheHead: Moment = ({ socket, contestant, random, gone }) => {
  socket.write(readRecords(contestant, "Slow"), () => setTimeout(gone, random() * 5));
};

const withinTheAnswer: Moment = ({ socket, contestant, random, gone }) => {
  let wanted = random() * 1_000_000;
  socket.on("data", (bytes) => {
    wanted -= bytes.length;
    if (wanted <= 0) gone();
  });
  socket.write(readRecords(contestant, "M50"));
};

const withinTheUpload: Moment = ({ socket, contestant, random, gone }) => {
  socket.write(uploadHead(contestant, 2_000_000));
  socket.write(Buffer.alloc(Math.floor(random() * 1_000_000)), () => setTimeout(gone, random() * 5));
};

const moments: readonly Moment[] = [beforeTheConnection, withinTheHead, afterTheHead, withinTheAnswer, withinTheUpload];

function leave(contestant: Contestant, moment: Moment, random: () => number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port: contestant.port, host: "127.0.0.1" });
    const abruptly = random() < 0.5;
    // Also leaves a proxy that no longer answers, only later.
    const patience = setTimeout(gone, PATIENCE_MS);
    socket.on("error", () => socket.destroy()); // The proxy may close the connection first
    socket.once("close", () => {
      clearTimeout(patience);
      resolve();
    });
    moment({ socket, contestant, random, gone });

    function gone(): void {
      if (abruptly) socket.resetAndDestroy();
      else socket.destroy();
    }
  });
}

const PATIENCE_MS = 1_000;
