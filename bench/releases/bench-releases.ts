import { writeFile } from "node:fs/promises";
import * as z from "zod";
import type { Table } from "../finding.ts";
import { MachineFacts, machineFacts, machineLine } from "../machine/facts.ts";
import { watchForeignLoad } from "../machine/foreign-load.ts";
import { openRunDirectory } from "../machine/run-directory.ts";
import { withResources } from "../machine/with-resources.ts";
import { heldTo, missedLines, Verdict, verdictTable } from "../report.ts";
import { keptRun, runText, TableShape } from "../run-file.ts";
import { markdown, printed } from "../shown.ts";
import { deploying } from "./deploying.ts";
import type { ReleasePlan } from "./release-plan.ts";
import { type ReleaseValues, releaseTargets } from "./targets.ts";
import { zipping } from "./zipping.ts";

/** Result of the bench of builds and deployments. */
export const ReleasesRun = z.object({
  bench: z.literal("releases"),
  measuredAt: z.iso.datetime(),
  machine: MachineFacts,
  /** Number of cores used by programs outside of the bench. */
  foreignCores: z.number(),
  seconds: z.number(),
  verdicts: z.array(Verdict),
  tables: z.array(TableShape),
});
export type ReleasesRun = z.infer<typeof ReleasesRun>;

/** File of the last full run. */
const RUN_FILE = new URL("../results/releases.json", import.meta.url);

/** Measures builds compared with Debian's zip, and deployments between two services compared with their parts, against all targets. */
export async function benchReleases(plan: ReleasePlan, print: (text: string) => void): Promise<ReleasesRun> {
  const startedAt = performance.now();
  const machine = machineFacts();
  const measuredAt = new Date().toISOString();
  const foreignLoad = watchForeignLoad();
  print(machineLine(machine));
  const tables: Table[] = [];
  const values = await withResources(async (use): Promise<ReleaseValues> => {
    const { path } = use(openRunDirectory());
    const zips = await zipping(plan, path);
    const deployments = await deploying(use, plan, path);
    tables.push(zips.table, ...deployments.tables);
    return { ...zips.values, ...deployments.values };
  });
  for (const table of tables) print(printed(table));
  const foreignCores = Math.round(foreignLoad() * 100) / 100;
  const verdicts = heldTo(releaseTargets, values);
  print(printed(verdictTable(verdicts)));
  for (const line of missedLines(verdicts)) print(line);
  print(`\n${foreignCores} cores went to other programs meanwhile`);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const rows = tables.map((table) => ({ ...table, rows: table.rows.map((row) => [...row]) }));
  return { bench: "releases", measuredAt, machine, foreignCores, seconds, verdicts, tables: rows };
}

export async function keepReleasesRun(run: ReleasesRun): Promise<void> {
  await writeFile(RUN_FILE, runText(run));
}

/** Returns the part of `docs/benchmarks.md` about builds and deployments, from the stored run. Empty if there is none. */
export async function releasesPart(): Promise<string> {
  const run = await keptRun(RUN_FILE, ReleasesRun);
  if (run === undefined) return "";
  const { verdicts, measuredAt, machine, foreignCores, seconds, tables } = run;
  const missed = missedLines(verdicts).map((line) => `- ${line}`);
  return [
    "## Builds and deployments",
    "`npm run bench releases` creates zips like a build, in turn with Debian's `zip`, and deploys a build from one service to another. Each has an agent and a stand-in for FileMaker Server, all on the same machine. A ratio is the median of the ratios of the pairs. The time of a deployment is compared with its parts: fetching the zip with curl, unpacking it with `unzip`, and the run time of FMDataMigration.",
    markdown({ ...verdictTable(verdicts), title: "Builds and deployments against their targets" }),
    ...(missed.length === 0 ? [] : [missed.join("\n")]),
    ...tables.map(markdown),
    `On ${measuredAt.slice(0, 10)}, in ${seconds} s: ${machineLine(machine)}; other programs used ${foreignCores} cores. \`npm run faults H1\` tests crashes at any point.`,
  ].join("\n\n");
}
