import type { Table } from "./finding.ts";
import { machineLine } from "./machine/facts.ts";
import { setups } from "./peers/setups.ts";
import { missedLines, verdictTable } from "./report.ts";
import type { ProxyRun } from "./run-file.ts";
import { markdown } from "./shown.ts";
import { targets } from "./targets.ts";

/** Returns `docs/benchmarks.md`: the commentary unchanged, and the results of the last full run, if there is one. */
export function benchmarksPage(run: ProxyRun | undefined, commentary: string, others: readonly string[] = []): string {
  const parts = [
    "# Benchmarks",
    "<!-- Every full run writes this page, and so does `node bench/start.ts page`. The commentary is in bench/commentary.md. -->",
    commentary.trim(),
    "## Against the targets",
    ...(run === undefined ? unmeasured() : measured(run)),
    ...others,
    "## How it is got",
    ...METHOD,
    markdown(contestants(run)),
    ...(run === undefined ? [] : [theRun(run), "## Everything measured", ...run.tables.map(markdown)]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function unmeasured(): string[] {
  const rows = Object.values(targets).map(({ sentence, unit, ...bound }) => [
    sentence,
    "atLeast" in bound ? `at least ${bound.atLeast} ${unit}` : `at most ${bound.atMost} ${unit}`,
  ]);
  return [
    "No full run has been kept yet, so there are targets and no values.",
    markdown({ title: "Targets", columns: ["", "target"], rows }),
  ];
}

function measured({ verdicts, failed, absent }: ProxyRun): string[] {
  const remarks = [
    ...missedLines(verdicts),
    ...failed.map((name) => `failed: ${name} could not be taken`),
    ...absent.map((name) => `absent: ${name} did not start`),
  ];
  return [
    markdown(verdictTable(verdicts)),
    ...(remarks.length === 0 ? [] : [remarks.map((remark) => `- ${remark}`).join("\n")]),
  ];
}

const METHOD = [
  "```sh\nnpm run bench -- proxy          # everything, and this page\nnpm run bench -- proxy --quick  # a look, nothing is kept\nnpm run bench -- proxy --only many-keys,start\nnpm run bench -- against ../before # paired with another checkout, such as a worktree at the commit before\nnpm run bench -- releases       # builds and deployments; --quick keeps nothing\nnpm run bench -- backups        # offsite backups; the page says how much was backed up\nnpm run bench -- scale          # a data folder of 20 GB; needs 50 GB of disk\n```",
  `Every proxy stands before the same upstream, a program that answers prepared bytes as a Data API would, with as little work as it can. Proxies run on one core, the load and the upstream on another. Under one load everyone takes turns, each round beginning with another, after a round that does not count. A ratio or a difference is the median of those of each round, so that a noisy moment of the machine touches both sides of one ratio only; all other numbers are medians of the rounds.`,
  `The load leaves nginx's core partly idle. Ratios "of a full core" credit a proxy with what its core had left: its speed divided by the share of its core that it used.`,
  `Of every turn it is known how much of the machine went to programs that are none of the bench's. More than a tenth of a core makes it a disturbed turn; who was disturbed in half of the turns or more is named beside the verdict.`,
];

function contestants(run: ProxyRun | undefined): Table {
  const rows = Object.entries(setups).map(([name, setup]) => [name, run?.versions[name] ?? "", setup]);
  return { title: "Who takes part", columns: ["", "version", "set up"], rows };
}

function theRun({ measuredAt, machine, pinned, rounds, secondsPerTurn, seed, seconds }: ProxyRun): string {
  return [
    "### This run",
    "",
    `- on ${measuredAt.slice(0, 10)}, in ${seconds} s`,
    `- ${machineLine(machine)}`,
    pinned ? "- proxies and load pinned to a core each" : "- nothing pinned to a core, so the figures say little",
    `- ${rounds} rounds of ${secondsPerTurn} s per turn; everything random from seed ${seed}`,
  ].join("\n");
}
