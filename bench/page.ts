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
    "## Results and targets",
    ...(run === undefined ? unmeasured() : measured(run)),
    ...others,
    "## Method",
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
    "No full run is stored yet, so there are only targets.",
    markdown({ title: "Targets", columns: ["", "target"], rows }),
  ];
}

function measured({ verdicts, failed, absent }: ProxyRun): string[] {
  const remarks = [
    ...missedLines(verdicts),
    ...failed.map((name) => `failed: ${name} could not be measured`),
    ...absent.map((name) => `absent: ${name} did not start`),
  ];
  return [
    markdown(verdictTable(verdicts)),
    ...(remarks.length === 0 ? [] : [remarks.map((remark) => `- ${remark}`).join("\n")]),
  ];
}

const METHOD = [
  "```sh\nnpm run bench -- proxy          # everything, and this page\nnpm run bench -- proxy --quick  # a quick check, stores nothing\nnpm run bench -- proxy --only many-keys,start\nnpm run bench -- against ../before # paired with another checkout, such as a worktree at the commit before\nnpm run bench -- releases       # builds and deployments; --quick stores nothing\nnpm run bench -- backups        # offsite backups; the page says how much data\nnpm run bench -- scale          # a data folder of 20 GB; needs 50 GB of disk\n```",
  `All proxies use the same upstream, a program that returns prepared bytes like the Data API, with as little work as possible. Proxies run on one core, the load and the upstream on another. For each load, the proxies take turns; each round begins with another proxy, and the first round doesn't count. A ratio or a difference is the median of the rounds' ratios or differences, so that a disturbance of the machine affects both sides of only one ratio. All other numbers are medians of the rounds.`,
  `The load leaves nginx's core partly idle. Ratios "of a full core" correct for this: they divide a proxy's speed by the share of its core that it used.`,
  `Each turn records how much of the machine other programs used. With more than a tenth of a core, the turn counts as disturbed. Proxies with at least half of their turns disturbed are listed next to the verdict.`,
];

function contestants(run: ProxyRun | undefined): Table {
  const rows = Object.entries(setups).map(([name, setup]) => [name, run?.versions[name] ?? "", setup]);
  return { title: "Proxies", columns: ["", "version", "setup"], rows };
}

function theRun({ measuredAt, machine, pinned, rounds, secondsPerTurn, seed, seconds }: ProxyRun): string {
  return [
    "### This run",
    "",
    `- on ${measuredAt.slice(0, 10)}, in ${seconds} s`,
    `- ${machineLine(machine)}`,
    pinned ? "- proxies and load pinned to a core each" : "- nothing pinned to a core, so the numbers mean little",
    `- ${rounds} rounds of ${secondsPerTurn} s per turn; everything random from seed ${seed}`,
  ].join("\n");
}
