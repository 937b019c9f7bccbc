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
    "<!-- Written by `npm run faults -- --keep` and `npm run soak -- --keep` from tests/faults/results.json; tests/docs/faults-page.test.ts holds it. -->",
    "What is broken on purpose, what must hold then, where that is tried, and how it went.",
    "```sh\nnpm run faults                        # every row, once\nnpm run faults W1 H8                  # these\nnpm run faults -- --repeat 20 --keep  # twenty times each; this page\nnpm run faults H2 -- --seed 7         # as a printed seed says\nnpm run soak -- --minutes 10          # all of it at random, under load\n```",
    summary(rows.map(resultOf)),
    repetitionsText(rows.map(resultOf), pass),
    "## Faults",
    'Where tests try a row, `npm test` does too. What a row\'s product was used for is asked of it afterwards: the column says whether all of the oracles below were. What a row of `npm run faults` chooses follows from its seed, and each repetition has the next one; tests choose nothing by it, and those "at every moment" end a process at each of its writes, however many there are.',
    ...Object.entries(matrix).map(([id, [fault, expected]]) => section(id, fault, expected, resultOf)),
    "## What must hold after every fault",
    table(
      ["", "oracle"],
      Object.entries(oracles)
        .map(([id, { sentence }]) => [id, sentence])
        .toSorted(([a = ""], [b = ""]) => a.localeCompare(b)),
    ),
    ...exceptions("## What did not hold", "failed", results),
    ...exceptions("## What could not be tried on that machine", "not tried", results),
    "## Soaks",
    soaks.length === 0 ? "None was kept yet." : table(soakColumns, soaks.map(soakLine)),
    memoryOfSoaks,
  ];
  return `${parts.join("\n\n")}\n`;
}

function summary(found: readonly (RowResult | undefined)[]): string {
  const tried = found.filter((result) => result !== undefined);
  const count = (outcome: RowResult["outcome"]) => tried.filter((result) => result.outcome === outcome).length;
  const without = found.length - tried.length;
  const numbers = `Of ${found.length} rows for ${Object.keys(matrix).length} faults, ${count("held")} held, ${count("failed")} did not, ${count("not tried")} could not be tried, and ${without} have not been tried as they are now.`;
  const commits = [...new Set(tried.map(({ commit, date }) => `\`${commit}\` on ${date}`))];
  return commits.length === 0 ? numbers : `${numbers} Tried at ${commits.join(", ")}.`;
}

const whyFewer =
  "Most of those that were tried less often take every moment that there is in one repetition, or measure, which wants the machine to itself for minutes.";

/** Describes the number of repetitions, and the time that they take. */
function repetitionsText(found: readonly (RowResult | undefined)[], pass: Pass | null): string {
  const counts = found.map((result) => result?.repetitions ?? 0).filter((count) => count > 0);
  const byCount = [...Map.groupBy(counts, (count) => count)].toSorted(([a], [b]) => b - a);
  const often = byCount.map(([count, own]) => `${own.length} ${count === 1 ? "once" : `${count} times`}`);
  const sentences = often.length === 0 ? [] : [`Of these rows ${often.join(", ")}.`, whyFewer];
  if (pass === null) return sentences.join(" ");
  const { rows: most, seconds, cores, atOnce, date, commit } = pass;
  const way = atOnce === 1 ? "" : `, ${atOnce} rows at a time`;
  sentences.push(
    `All ${most} once took ${Math.ceil(seconds / 60)} minutes on ${cores} cores${way} (\`${commit}\` on ${date}).`,
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
  return `${head}\n\n${table(["row", "tried by", "adapters", "oracles", "result"], lines)}`;
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
  if (result === undefined) return "not tried yet";
  if (result.outcome !== "held") return result.outcome;
  const { repetitions, seed, seconds } = result;
  const choices = row.tests === undefined ? [`seed ${seed}`] : takesEveryMoment(row) ? ["at every moment"] : [];
  return ["held", `${repetitions} of ${repetitions}`, ...choices, `${Math.ceil(seconds / repetitions)} s each`].join(
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
  "answers",
  "memory MB",
  "descriptors",
  "in a life of",
  "at",
];

const memoryOfSoaks =
  "What the service holds grows in its first minutes and then stays within what the table says. It is no leak: two snapshots of the heap, after 2 and after 10 minutes of the same calls without faults (17,000 answers, 2026-11-26), have 76.4 and 75.8 MB alive, and of no constructor of ours are there more objects in the second. The rest of it is what V8 and malloc have asked the system for and keep for the next calls.";

function soakLine(soak: SoakResult): readonly string[] {
  const range = ({ first, last, most }: SoakResult["memoryMb"]) => `${first} to ${last}, at most ${most}`;
  const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, one) => all + one, 0);
  return [
    String(soak.minutes),
    String(soak.seed),
    soak.outcome === "held" ? "held" : `failed: ${(soak.reason ?? "").split("\n")[0]}`,
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
