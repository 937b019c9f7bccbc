import { join } from "node:path";
import { expect, test } from "vitest";
import { nextSeed, withRepetition } from "./repetitions.ts";
import type { RowResult } from "./results.ts";
import type { TestsRow } from "./row.ts";
import { projectRoot } from "./support/programs.ts";
import { testRuns, trialOf } from "./tests-of-rows.ts";

const row = (tests: readonly string[], titles?: string, environment = {}): TestsRow => ({
  ...{ id: "B1", sentence: "a row", tests, environment, ...(titles !== undefined && { titles }) },
});
const once = { askedOracles: true, seconds: 2, commit: "abc", date: "2026-11-26" };
const repeated = (
  earlier: RowResult | undefined,
  more: { readonly failure?: string; readonly untried?: string } = {},
) => withRepetition(earlier, row([]), { ...once, ...more, seed: earlier === undefined ? 7 : nextSeed(earlier) });

test("repetitions of a row add up, each with the next seed", () => {
  const third = repeated(repeated(repeated(undefined)));
  expect(third).toMatchObject({ outcome: "held", repetitions: 3, seed: 7, seconds: 6 });
  expect(nextSeed(third)).toBe(10);
});

test("a row that failed once has failed, and its seed is that of the failure", () => {
  const failed = repeated(repeated(undefined), { failure: "lost" });
  expect(failed).toMatchObject({ outcome: "failed", reason: "lost", repetitions: 2, seed: 8 });
  expect(repeated(failed)).toMatchObject({ outcome: "held", repetitions: 1 });
});

test("a trial that couldn't run changes no result, and isn't a repetition", () => {
  expect(repeated(repeated(undefined), { untried: "others" })).toMatchObject({ outcome: "held", repetitions: 1 });
  expect(repeated(undefined, { untried: "others" })).toMatchObject({ outcome: "not tried", repetitions: 0 });
});

test("one run covers the tests of all rows with the same environment, and filters titles only in files that no other row runs in full", () => {
  const [whole, within, other] = [row(["a", "b"]), row(["a"], "killed"), row(["c"], "killed")];
  const every = row(["a"], "killed", { EVERY_MOMENT: "1" });
  expect(testRuns([whole, within, other, row(["d"], "cut|torn"), every])).toEqual([
    { rows: [whole, within], environment: {} },
    { rows: [other, row(["d"], "cut|torn")], environment: {}, titles: "(?:killed)|(?:cut|torn)" },
    { rows: [every], environment: { EVERY_MOMENT: "1" }, titles: "(?:killed)" },
  ]);
});

test("a row fails because of its own tests, a file that doesn't load or ends badly, and missing tests", () => {
  const file = (name: string, message: string, ...tests: readonly (readonly [string, string])[]) => ({
    name: join(projectRoot, name),
    message,
    assertionResults: tests.map(([fullName, status]) => ({
      ...{ fullName, status, duration: 500 },
      failureMessages: status === "failed" ? ["lost"] : [],
    })),
  });
  const results = [
    file("a", "", ["killed before", "passed"], ["cut", "failed"], ["torn", "skipped"]),
    file("b", "it does not load"),
  ];
  expect(trialOf(row(["a"], "killed"), results)).toEqual({ askedOracles: false, seconds: 0.5 });
  expect(trialOf(row(["a"]), results).failure).toBe("cut: lost");
  expect(trialOf(row(["b"]), results).failure).toContain("b: it does not load");
  expect(trialOf(row(["a"], "torn"), results).failure).toContain("None of the tests passed");
  expect(trialOf(row(["a", "c"], "killed"), results).failure).toBe("No test was made of c");
});
