import { fileURLToPath } from "node:url";
import { startProgram } from "../machine/program.ts";
import type { PeerStart, RunningPeer } from "./contestant.ts";

/** Starts a peer that is a program in this folder. */
export async function startNodePeer(file: string, { upstream, connections, core }: PeerStart): Promise<RunningPeer> {
  const program = await startProgram({
    command: process.execPath,
    args: [fileURLToPath(new URL(file, import.meta.url)), upstream, String(connections)],
    core,
    ready: announcedPort,
  });
  return {
    port: Number(program.readiness),
    pid: program.pid,
    alive: program.alive,
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}

/** Returns the port in a line with an address of this machine. */
export function announcedPort(line: string): string | undefined {
  return /http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
}
