import { get } from "node:http";
import { fileURLToPath } from "node:url";
import { startProgram } from "../machine/program.ts";
import type { Counters } from "./counters.ts";

/** Process of the upstream. */
export interface Upstream extends AsyncDisposable {
  readonly origin: string;
  /** Returns its counts, without the connection of this request. */
  counters(): Promise<Counters>;
}

/** Starts an upstream that answers every call after a delay. */
export async function startUpstream(delayMs: number, core: number | undefined): Promise<Upstream> {
  const program = await startProgram({
    command: process.execPath,
    args: [fileURLToPath(new URL("./start.ts", import.meta.url)), String(delayMs)],
    core,
    ready: (line) => (line.startsWith("http://") ? line : undefined),
  });
  return {
    origin: program.readiness,
    counters: () => readCounters(program.readiness),
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}

function readCounters(origin: string): Promise<Counters> {
  return new Promise((resolve, reject) => {
    const request = get(`${origin}/bench/counters`, { agent: false }, async (answer) => {
      try {
        const text = (await answer.setEncoding("utf8").toArray()).join("");
        const counters: Counters = JSON.parse(text);
        resolve({ ...counters, connections: counters.connections - 1 });
      } catch (error) {
        reject(error);
      }
    });
    request.once("error", reject);
  });
}
