import { disturbedIn, type Finding } from "../finding.ts";
import { playRounds } from "../load/rounds.ts";
import type { Stage } from "../stage.ts";
import { callsPerSecond, cpuPerCall, ofFullCore, p50, roundsTable } from "./rounds-table.ts";

/** Measures small answers: calls per second, CPU time per call and latency, with 1, 32 and 256 clients. */
export async function throughput({ peers, plan }: Stage): Promise<Finding> {
  const play = (connections: number) =>
    playRounds(peers.contestants, { layout: "K1", connections, seconds: plan.secondsPerTurn }, plan.rounds);
  const one = await play(1);
  const some = await play(32);
  const many = await play(256);
  return {
    values: {
      throughputToBareDispatch: some.ratio("Latchkey", "bare dispatch", callsPerSecond),
      throughputToHttpProxy: some.ratio("Latchkey", "http-proxy", callsPerSecond),
      throughputToNginx: some.ratio("Latchkey", "nginx", ofFullCore(callsPerSecond)),
      cpuToBareDispatch: some.ratio("Latchkey", "bare dispatch", cpuPerCall),
      addedLatencyAlone: one.difference("Latchkey", "direct", p50),
    },
    tables: [
      roundsTable("1 KB, c=1, upstream 0 ms", one, callsPerSecond),
      roundsTable("1 KB, c=32, upstream 0 ms", some, callsPerSecond),
      roundsTable("1 KB, c=256, upstream 0 ms", many, callsPerSecond),
    ],
    disturbed: disturbedIn(one, some),
  };
}
