import { disturbedIn, type Finding } from "../finding.ts";
import { readHostedFiles } from "../load/requests.ts";
import { playRounds } from "../load/rounds.ts";
import type { Stage } from "../stage.ts";
import { callsPerSecond, cpuPerCall, p50, roundsTable } from "./rounds-table.ts";

/** Measures the Admin API's list of hosted files, with an Admin API key for contestants that require one. */
export async function adminApi({ peers, plan }: Stage): Promise<Finding> {
  const play = (connections: number) => {
    const load = { layout: "K1", connections, seconds: plan.secondsPerTurn, request: readHostedFiles } as const;
    return playRounds(peers.contestants, load, plan.rounds);
  };
  const one = await play(1);
  const some = await play(32);
  return {
    values: {
      adminThroughputToBareDispatch: some.ratio("Latchkey", "bare dispatch", callsPerSecond),
      adminCpuToBareDispatch: some.ratio("Latchkey", "bare dispatch", cpuPerCall),
      adminAddedLatencyAlone: one.difference("Latchkey", "direct", p50),
    },
    tables: [
      roundsTable("Admin API, list of files, c=1", one, callsPerSecond),
      roundsTable("Admin API, list of files, c=32", some, callsPerSecond),
    ],
    disturbed: disturbedIn(one, some),
  };
}
