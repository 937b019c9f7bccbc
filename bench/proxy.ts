import { type FigureName, figures } from "./figures/figures.ts";
import type { Finding } from "./finding.ts";
import { claimCores } from "./machine/cores.ts";
import { machineFacts, machineLine } from "./machine/facts.ts";
import { openRunDirectory } from "./machine/run-directory.ts";
import { withResources } from "./machine/with-resources.ts";
import { startPeers } from "./peers/peers.ts";
import { peerVersions } from "./peers/setups.ts";
import { type Plan, upstreamConnections } from "./plan.ts";
import { missedLines, verdictsOf, verdictTable } from "./report.ts";
import type { ProxyRun } from "./run-file.ts";
import { printed } from "./shown.ts";
import type { Stage } from "./stage.ts";
import { startUpstream } from "./upstream/running-upstream.ts";

/** Measures Latchkey and its peers in front of the same upstream, in one run. Every table is printed as soon as it is known. */
export async function benchProxy(
  plan: Plan,
  names: readonly FigureName[],
  print: (text: string) => void,
): Promise<ProxyRun> {
  const startedAt = performance.now();
  const measuredAt = new Date().toISOString();
  const machine = machineFacts();
  const cores = claimCores();
  print(machineLine(machine));
  if (cores === undefined) print("Nothing is pinned to a core here, so the figures say little.");

  return withResources(async (use) => {
    const directory = use(openRunDirectory()).path;
    const upstream = use(await startUpstream(0, cores?.load));
    const start = { upstream: upstream.origin, connections: upstreamConnections, core: cores?.proxy, directory };
    const peers = use(await startPeers(start));
    for (const [name, reason] of peers.absent) print(`${name}: ${reason}`);

    const stage: Stage = { plan, cores, upstream, peers, directory, seed: SEED };
    const { findings, failed } = await take(names, stage, print);
    const verdicts = verdictsOf(findings);
    const all = names.length === Object.keys(figures).length;
    print(printed(verdictTable(all ? verdicts : verdicts.filter(({ verdict }) => verdict !== "not measured"))));
    print(`  on ${machineLine(machine)}`);
    for (const line of missedLines(verdicts)) print(line);
    return {
      bench: "proxy",
      mode: plan.mode,
      measuredAt,
      machine,
      versions: await peerVersions(),
      rounds: plan.rounds,
      secondsPerTurn: plan.secondsPerTurn,
      pinned: cores !== undefined,
      seed: SEED,
      seconds: Math.round((performance.now() - startedAt) / 1_000),
      // The reason is printed above. It isn't stored, because it can contain paths of this machine.
      absent: [...peers.absent.keys()],
      failed: [...failed],
      verdicts,
      tables: findings.flatMap(({ tables }) => tables),
    };
  });
}

const SEED = 20_261_121;

async function take(names: readonly FigureName[], stage: Stage, print: (text: string) => void) {
  const findings: Finding[] = [];
  const failed: FigureName[] = [];
  for (const name of names) {
    try {
      const finding = await figures[name](stage);
      findings.push(finding);
      for (const table of finding.tables) print(printed(table));
    } catch (error) {
      // A failed figure doesn't stop the others, but makes the run fail.
      failed.push(name);
      print(`\n${name} failed: ${error instanceof Error ? error.stack : error}`);
    }
  }
  return { findings, failed };
}
