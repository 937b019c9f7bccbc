import { performance } from "node:perf_hooks";
import { type Answer, type Connection, openConnection } from "./connection.ts";

export interface ClosedLoop {
  readonly port: number;
  /** Called for every call that is sent. */
  readonly nextRequest: () => Buffer;
  readonly connections: number;
  readonly seconds: number;
  /** Called when every connection has had its first answer and the clock starts, and when it stops. */
  readonly started?: () => void;
  readonly stopped?: () => void;
}

/** Result of a timed run. */
export interface LoadResult {
  readonly calls: number;
  readonly failures: number;
  readonly seconds: number;
  readonly bodyBytes: number;
  /** Size of an answer. */
  readonly answerBytes: number;
  /** Durations of all successful calls, ascending. */
  readonly milliseconds: Float64Array;
}

/** Keeps a number of connections busy, each sending its next call after its answer, and counts the calls that end within the time. */
export async function closedLoop(load: ClosedLoop): Promise<LoadResult> {
  const connections = Array.from({ length: load.connections }, () => openConnection(load.port));
  const call = (connection: Connection) =>
    new Promise<Answer | Error>((resolve) => connection.send(load.nextRequest(), resolve));
  try {
    const firsts = await Promise.all(connections.map(call));
    let answerBytes = 0;
    for (const first of firsts) {
      if (first instanceof Error) throw first;
      if (first.status !== 200) throw new Error(`the first call answered ${first.status}`);
      answerBytes = first.bodyBytes;
    }
    return { ...(await timed(load, connections)), answerBytes };
  } finally {
    for (const connection of connections) connection.close();
  }
}

type Timed = Omit<LoadResult, "answerBytes">;

function timed(load: ClosedLoop, connections: readonly Connection[]): Promise<Timed> {
  return new Promise((resolve, reject) => {
    const milliseconds: number[] = [];
    let failures = 0;
    let open = connections.length;
    const received = () => connections.reduce((sum, connection) => sum + connection.receivedBytes, 0);
    const bytesBefore = received();
    load.started?.();
    const startedAt = performance.now();
    const endsAt = startedAt + load.seconds * 1_000;
    let counted: Omit<Timed, "milliseconds"> | undefined;

    for (const connection of connections) {
      const next = () => connection.send(load.nextRequest(), onAnswer);
      const onAnswer = (answer: Answer | Error) => {
        if (performance.now() >= endsAt) {
          // All counts are taken at the same time, when the first connection notices that the time is up.
          counted ??= count();
          return ended();
        }
        if (answer instanceof Error || answer.status !== 200) failures += 1;
        else milliseconds.push(answer.milliseconds);
        // A connection that the other side has closed isn't reopened: the bench measures a steady load.
        if (answer instanceof Error) ended();
        else next();
      };
      next();
    }

    function ended(): void {
      open -= 1;
      if (open > 0) return;
      counted ??= count();
      if (failures > 0 && milliseconds.length === 0) reject(new Error(`all ${failures} calls failed`));
      else resolve({ ...counted, milliseconds: Float64Array.from(milliseconds).sort() });
    }

    function count(): Omit<Timed, "milliseconds"> {
      load.stopped?.();
      const seconds = (performance.now() - startedAt) / 1_000;
      return { calls: milliseconds.length, failures, seconds, bodyBytes: received() - bytesBefore };
    }
  });
}
