import { join } from "node:path";
import type { Finding } from "../finding.ts";
import { playRounds } from "../load/rounds.ts";
import { withResources } from "../machine/with-resources.ts";
import { startPeers } from "../peers/peers.ts";
import { upstreamConnections } from "../plan.ts";
import type { Stage } from "../stage.ts";
import { startUpstream } from "../upstream/running-upstream.ts";
import { callsPerSecond, p50, roundsTable } from "./rounds-table.ts";

/** Measures what a proxy adds to a call with a slow upstream such as FileMaker. */
export function slowUpstream({ plan, cores, directory }: Stage): Promise<Finding> {
  return withResources(async (use) => {
    const upstream = use(await startUpstream(UPSTREAM_MS, cores?.load));
    const peers = use(
      await startPeers({
        upstream: upstream.origin,
        connections: upstreamConnections,
        core: cores?.proxy,
        directory: join(directory, "slow"),
      }),
    );
    const load = { layout: "K1", connections: 32, seconds: plan.secondsPerTurn } as const;
    const rounds = await playRounds(peers.contestants, load, plan.rounds);
    return {
      values: { addedLatencyLoaded: rounds.difference("Latchkey", "direct", p50) },
      tables: [roundsTable(`1 KB, c=32, upstream ${UPSTREAM_MS} ms`, rounds, callsPerSecond)],
      disturbed: rounds.disturbed,
    };
  });
}

const UPSTREAM_MS = 5;
