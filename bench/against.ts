import { join } from "node:path";
import { callsPerSecond, pairTable } from "./figures/rounds-table.ts";
import { playRounds } from "./load/rounds.ts";
import { claimCores } from "./machine/cores.ts";
import { machineFacts, machineLine } from "./machine/facts.ts";
import { openRunDirectory } from "./machine/run-directory.ts";
import { withResources } from "./machine/with-resources.ts";
import type { Contestant } from "./peers/contestant.ts";
import { startLatchkeyPeer } from "./peers/latchkey.ts";
import type { Plan } from "./plan.ts";
import { printed } from "./shown.ts";
import { startUpstream } from "./upstream/running-upstream.ts";

type Side = "before" | "now";

/**
 * Compares this checkout of Latchkey with another one, taking turns in front of the same upstream, to measure what a change costs a proxied
 * call. Returns true if the throughput under each load is at least 0.98 of the other's.
 */
export async function benchAgainst(checkout: string, plan: Plan, print: (text: string) => void): Promise<boolean> {
  const cores = claimCores();
  print(machineLine(machineFacts()));
  return withResources(async (use) => {
    const directory = use(openRunDirectory()).path;
    const upstream = use(await startUpstream(0, cores?.load));
    const start = { upstream: upstream.origin, core: cores?.proxy };
    const contestants: Contestant<Side>[] = [];
    for (const [name, of] of [
      ["before", { checkout }],
      ["now", {}],
    ] as const) {
      const peer = use(await startLatchkeyPeer(join(directory, name), { ...start, ...of }));
      contestants.push({ name, prefix: "/svc", authorization: "", ...peer });
    }
    const ratios: number[] = [];
    for (const connections of [1, 32, 256]) {
      const load = { layout: "K1", connections, seconds: plan.secondsPerTurn } as const;
      const rounds = await playRounds(contestants, load, plan.rounds * ROUNDS_OF_A_COMPARISON);
      ratios.push(rounds.ratio("now", "before", callsPerSecond));
      print(printed(pairTable(`1 KB, c=${connections}`, rounds, { one: "now", other: "before", unit: "call" })));
    }
    return ratios.every((ratio) => ratio >= NO_STEP_BACK);
  });
}

/** Factor for the number of rounds: nearly equal contestants need more rounds than different ones. */
const ROUNDS_OF_A_COMPARISON = 3;
const NO_STEP_BACK = 0.98;
