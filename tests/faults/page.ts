import { runsOnBoth } from "../support/one-machine.ts";
import { matrix } from "./matrix.ts";
import { oracles } from "./oracles/oracles.ts";
import type { Pass, Results, RowResult, SoakResult } from "./results.ts";
import type { FaultRow, TestsRow } from "./row.ts";
import { rows } from "./rows.ts";

/** Returns `docs/reliability.md`: every fault of the matrix, its tests, and the result of its last run. */
export function reliabilityPage({ pass, rows: results, soaks }: Results): string {
  const resultOf = (row: FaultRow) => results.find(({ id, sentence }) => id === row.id && sentence === row.sentence);
  const parts = [
    "# Reliability",
    "<!-- Written by `npm run faults -- --keep` and `npm run soak -- --keep` from tests/faults/results.json; tests/docs/faults-page.test.ts checks it. -->",
    "Faults that are injected on purpose, the required behavior, their tests, and the latest results.",
    "```sh\nnpm run faults                        # every row, once\nnpm run faults W1 H8                  # the rows of these faults\nnpm run faults -- --repeat 20 --keep  # every row 20 times; writes this page\nnpm run faults H2 -- --seed 7         # with the seed that a run printed\nnpm run soak -- --minutes 10          # random faults under load\n```",
    summary(rows.map(resultOf)),
    repetitionsText(rows.map(resultOf), pass),
    "## Faults",
    'Rows that are covered by tests also run with `npm test`. After a row, oracles check the product; the column says if all of the oracles below were used. All random choices of a row of `npm run faults` follow from its seed, and each repetition uses the next seed. Tests make no random choices, and those "at every moment" end a process at each of its writes.',
    ...Object.entries(matrix).map(([id, [fault, expected]]) => section(id, fault, expected, resultOf)),
    "## Oracles after every fault",
    table(
      ["", "oracle"],
      Object.entries(oracles)
        .map(([id, { sentence }]) => [id, sentence])
        .toSorted(([a = ""], [b = ""]) => a.localeCompare(b)),
    ),
    ...exceptions("## Failed rows", "failed", results),
    ...exceptions("## Rows that could not run on that machine", "not tried", results),
    "## Soaks",
    soaks.length === 0 ? "No results yet." : table(soakColumns, soaks.map(soakLine)),
    memoryOfSoaks,
  ];
  return `${parts.join("\n\n")}\n`;
}

function summary(found: readonly (RowResult | undefined)[]): string {
  const tried = found.filter((result) => result !== undefined);
  const count = (outcome: RowResult["outcome"]) => tried.filter((result) => result.outcome === outcome).length;
  const without = found.length - tried.length;
  const numbers = `Of ${found.length} rows for ${Object.keys(matrix).length} faults, ${count("held")} passed, ${count("failed")} failed, ${count("not tried")} could not run, and ${without} have not run in their current form.`;
  const commits = [...new Set(tried.map(({ commit, date }) => `\`${commit}\` on ${date}`))];
  return commits.length === 0 ? numbers : `${numbers} Tested at ${commits.join(", ")}.`;
}

const whyFewer =
  "Most rows with fewer repetitions cover every interruption in one repetition, or measure performance, which needs the whole machine for minutes.";

/** Describes the number of repetitions, and the time that they take. */
function repetitionsText(found: readonly (RowResult | undefined)[], pass: Pass | null): string {
  const counts = found.map((result) => result?.repetitions ?? 0).filter((count) => count > 0);
  const byCount = [...Map.groupBy(counts, (count) => count)].toSorted(([a], [b]) => b - a);
  const often = byCount.map(
    ([count, own]) => `${own.length} ${own.length === 1 ? "row" : "rows"} ${count === 1 ? "once" : `${count} times`}`,
  );
  const sentences = often.length === 0 ? [] : [`Repetitions: ${often.join(", ")}.`, whyFewer];
  if (pass === null) return sentences.join(" ");
  const { rows: most, seconds, cores, atOnce, date, commit } = pass;
  const way = atOnce === 1 ? "" : `, ${atOnce} rows at a time`;
  sentences.push(
    `Running all ${most} rows once took ${Math.ceil(seconds / 60)} minutes on ${cores} cores${way} (\`${commit}\` on ${date}).`,
  );
  return sentences.join(" ");
}

function section(
  id: string,
  fault: string,
  expected: string,
  resultOf: (row: FaultRow) => RowResult | undefined,
): string {
  const own = rows.filter((row) => row.id === id);
  const lines = own.map((row) => {
    const result = resultOf(row);
    const adapters = [...new Set(adaptersOf(row))].join(", ");
    return [row.sentence, triedBy(row), adapters, oraclesText(result), outcome(row, result)];
  });
  const head = `### ${id}: ${fault}\n\nExpected: ${expected}.`;
  return `${head}\n\n${table(["row", "tested by", "adapters", "oracles", "result"], lines)}`;
}

function triedBy({ id, tests }: FaultRow): string {
  return tests?.map((file) => `\`${file}\``).join("<br>") ?? `\`npm run faults ${id}\``;
}

/** Returns the sets of adapters that a row tests. */
export function adaptersOf({ tests = [], isOnAws }: FaultRow): readonly string[] {
  if (tests.length === 0) return [isOnAws ? "AWS" : "one machine"];
  return tests.flatMap((file) => {
    if (runsOnBoth(file)) return ["one machine", "AWS"];
    return file.startsWith("tests/aws/") ? ["AWS"] : ["one machine"];
  });
}

function oraclesText(result: RowResult | undefined): string {
  if (result === undefined || result.outcome === "not tried") return "";
  return result.asksOracles ? "all" : "the row's own";
}

function outcome(row: FaultRow, result: RowResult | undefined): string {
  if (result === undefined) return "not run yet";
  if (result.outcome !== "held") return result.outcome === "failed" ? "failed" : "could not run";
  const { repetitions, seed, seconds } = result;
  const choices = row.tests === undefined ? [`seed ${seed}`] : takesEveryMoment(row) ? ["at every moment"] : [];
  return ["passed", `${repetitions} of ${repetitions}`, ...choices, `${Math.ceil(seconds / repetitions)} s each`].join(
    ", ",
  );
}

/** True if its tests interrupt at every possible point, one after the other. */
function takesEveryMoment(row: TestsRow): boolean {
  return row.environment.EVERY_MOMENT === "1";
}

function exceptions(title: string, which: RowResult["outcome"], results: readonly RowResult[]): readonly string[] {
  const own = results.filter(({ outcome }) => outcome === which);
  if (own.length === 0) return [];
  const lines = own.map(({ id, sentence, reason, commit }) => [
    id,
    sentence,
    (reason ?? "").split("\n")[0] ?? "",
    commit,
  ]);
  return [title, table(["", "row", "reason", "commit"], lines)];
}

const soakColumns = [
  "minutes",
  "seed",
  "result",
  "faults",
  "responses",
  "memory MB",
  "descriptors",
  "uptime",
  "tested at",
];

const memoryOfSoaks =
  "The service's memory grows in its first minutes and then stays within the range in the table. This isn't a leak: two heap snapshots, after 2 and after 10 minutes of the same requests without faults (17,000 responses, 2026-11-26), have 76.4 and 75.8 MB of live objects, and none of our constructors has more objects in the second. The rest is memory that V8 and malloc keep for later requests.";

function soakLine(soak: SoakResult): readonly string[] {
  const range = ({ first, last, most }: SoakResult["memoryMb"]) => `${first} to ${last}, at most ${most}`;
  const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, one) => all + one, 0);
  return [
    String(soak.minutes),
    String(soak.seed),
    soak.outcome === "held" ? "passed" : `failed: ${(soak.reason ?? "").split("\n")[0]}`,
    Object.entries(soak.faults)
      .map(([name, count]) => `${name} ${count}`)
      .join("<br>"),
    String(sum(soak.answers)),
    range(soak.memoryMb),
    range(soak.descriptors),
    `${soak.lifeMinutes} minutes`,
    `\`${soak.commit}\` on ${soak.date}`,
  ];
}

function table(columns: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [row(columns), row(columns.map(() => "---")), ...lines.map(row)].join("\n");
}
