import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { benchmarksPage } from "../../bench/page.ts";
import { verdictsOf } from "../../bench/report.ts";
import { type ProxyRun, readRun, runText } from "../../bench/run-file.ts";
import { expectedPage, PAGE } from "../../bench/write-page.ts";

const run: ProxyRun = {
  bench: "proxy",
  mode: "full",
  measuredAt: "2026-11-21T10:00:00.000Z",
  machine: { cpu: "A CPU", cores: 2, memoryGigabytes: 8, node: "v24.21.0", loadBefore: 0.25 },
  versions: { nginx: "1.28.0" },
  rounds: 7,
  secondsPerTurn: 1.5,
  pinned: true,
  seed: 1,
  seconds: 600,
  absent: ["http-proxy"],
  failed: ["start"],
  verdicts: verdictsOf([
    { values: { idleMemory: 300, leavingAnswersAgain: Number.POSITIVE_INFINITY }, tables: [], disturbed: ["nginx"] },
  ]),
  tables: [{ title: "A table", columns: ["", "ms"], rows: [["nginx", Number.NaN], ["a | b", 1.5], ["dropped: gone"]] }],
};

test("docs/benchmarks.md matches the stored run and the commentary (`node bench/start.ts page` writes it)", async () => {
  expect(await readFile(PAGE, "utf8")).toBe(await expectedPage());
});

test("a run survives a round trip through its file, including infinite and missing values", () => {
  expect(readRun(runText(run))).toEqual(run);
});

test("the page shows machine, versions, verdicts, and by how much a target was missed", () => {
  const page = benchmarksPage(run, "");
  expect(page).toContain("2 cores (A CPU), 8 GB, Node v24.21.0, load average before: 0.25");
  expect(page).toContain("| nginx | 1.28.0 |");
  expect(page).toContain("| memory of everything, idle | at most 250 MB | 300 MB | missed | nginx |");
  expect(page).toContain("memory of everything, idle: 300 MB, target at most 250 MB, 50 MB (20 %) too much");
  expect(page).toContain("| clients that leave: answers again after | at most 1 s | never | missed | nginx |");
  expect(page).toContain("failed: start could not be measured");
  expect(page).toContain("absent: http-proxy did not start");
});

test("every table row on the page has all columns", () => {
  const lines = benchmarksPage(run, "").split("\n");
  const from = lines.indexOf("### A table");
  expect(lines.slice(from + 2, from + 7)).toEqual([
    "|  | ms |",
    "| --- | --: |",
    "| nginx | - |",
    "| a \\| b | 1.500 |",
    "| dropped: gone |  |",
  ]);
});

test("the commentary is on the page word for word", () => {
  expect(benchmarksPage(run, "One *honest* word.\n")).toContain("\n\nOne *honest* word.\n\n");
});

test("without a run, the page lists every target and no value", () => {
  const page = benchmarksPage(undefined, "");
  expect(page).toContain("No full run is stored yet");
  expect(page).toContain("| memory of everything, idle | at most 250 MB |");
  expect(page).not.toContain("## Everything measured");
});
