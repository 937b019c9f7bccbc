import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { largeAnswers } from "./figures/large-answers.ts";
import { leavingClients } from "./figures/leaving-clients.ts";
import { logins } from "./figures/logins.ts";
import { oneGigabyte } from "./figures/one-gigabyte.ts";
import { slowUpstream } from "./figures/slow-upstream.ts";
import { throughput } from "./figures/throughput.ts";
import type { Finding } from "./finding.ts";
import { claimCores } from "./machine/cores.ts";
import { startField } from "./peers/field.ts";
import { type Plan, upstreamConnections } from "./plan.ts";
import { printed, verdictsOf, verdictTable } from "./report.ts";
import type { Stage } from "./stage.ts";
import { startUpstream } from "./upstream/running-upstream.ts";

/** What a run leaves behind. */
export interface ProxyResult {
  readonly absent: readonly string[];
  /** Figures that could not be taken. */
  readonly failed: readonly string[];
  readonly pinned: boolean;
  readonly seed: number;
  readonly seconds: number;
  readonly verdicts: ReturnType<typeof verdictsOf>;
  readonly tables: Finding["tables"];
}

/** Latchkey beside its peers, before one upstream, in one run. Every table is told as soon as it is known. */
export async function benchProxy(plan: Plan, tell: (text: string) => void): Promise<ProxyResult> {
  const startedAt = performance.now();
  const cores = claimCores();
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  try {
    await using upstream = await startUpstream(0, cores?.load);
    await using field = await startField({
      upstream: upstream.origin,
      connections: upstreamConnections,
      core: cores?.proxy,
      directory,
    });
    if (cores === undefined) tell("Nothing is pinned to a core here, so the figures say little.");
    for (const [name, reason] of field.absent) tell(`${name}: ${reason}`);

    const stage: Stage = { plan, cores, upstream, field, directory, seed: SEED };
    const findings: Finding[] = [];
    const failed: string[] = [];
    for (const figure of figures) {
      try {
        const finding = await figure(stage);
        findings.push(finding);
        for (const table of finding.tables) tell(printed(table));
      } catch (error) {
        // One figure that failed does not cost the others, but it does cost the run its good end.
        failed.push(figure.name);
        tell(`\n${figure.name} failed: ${error instanceof Error ? error.stack : error}`);
      }
    }
    const verdicts = verdictsOf(findings, !field.absent.has("Latchkey"));
    tell(printed(verdictTable(verdicts)));
    return {
      // Why is told above; it may name this machine's paths, which are nobody's business later.
      absent: [...field.absent.keys()],
      failed,
      pinned: cores !== undefined,
      seed: SEED,
      seconds: Math.round((performance.now() - startedAt) / 1_000),
      verdicts,
      tables: findings.flatMap(({ tables }) => tables),
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const figures: readonly ((stage: Stage) => Promise<Finding>)[] = [
  throughput,
  logins,
  slowUpstream,
  largeAnswers,
  oneGigabyte,
  leavingClients,
];

const SEED = 20_261_121;
