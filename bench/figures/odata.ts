import { disturbedIn, type Finding } from "../finding.ts";
import { readRows } from "../load/requests.ts";
import { playRounds } from "../load/rounds.ts";
import type { Contestant } from "../peers/contestant.ts";
import type { Stage } from "../stage.ts";
import { callsPerSecond, cpuPerCall, megabytesPerSecond, ofFullCore, roundsTable } from "./rounds-table.ts";

/** Measures OData, with an account in every call instead of a session, for small and large answers. */
export async function odata({ peers, plan }: Stage): Promise<Finding> {
  const play = (table: `K${number}`, seconds: number, rounds: number) => {
    const request = (to: Contestant<string>): Buffer => readRows(to, table);
    return playRounds(peers.contestants, { layout: "K1", connections: 32, seconds, request }, rounds);
  };
  const small = await play("K1", plan.secondsPerTurn, plan.rounds);
  const large = await play("K100", plan.largeSecondsPerTurn, plan.largeRounds);
  return {
    values: {
      odataThroughputToBareDispatch: small.ratio("Latchkey", "bare dispatch", callsPerSecond),
      odataCpuToBareDispatch: small.ratio("Latchkey", "bare dispatch", cpuPerCall),
      odataKilobytes100ToNginx: large.ratio("Latchkey", "nginx", ofFullCore(megabytesPerSecond)),
    },
    tables: [
      roundsTable("OData, 1 KB, c=32, upstream 0 ms", small, callsPerSecond),
      roundsTable("OData, 100 KB JSON, c=32", large, megabytesPerSecond),
    ],
    disturbed: disturbedIn(small, large),
  };
}
