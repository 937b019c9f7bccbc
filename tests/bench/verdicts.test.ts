import { expect, test } from "vitest";
import type { Finding } from "../../bench/finding.ts";
import { missedLines, type Verdict, verdictsOf } from "../../bench/report.ts";
import { type TargetName, targets } from "../../bench/targets.ts";

test("a value of at least its bound is ok, and a lower one is missed by the difference", () => {
  expect(verdictOn("throughputToBareDispatch", 0.9)).toMatchObject({ verdict: "ok", bound: "at least 0.9 x" });
  expect(verdictOn("throughputToBareDispatch", 0.72)).toMatchObject({
    verdict: "missed",
    missedBy: "0.180 x (20 %) too little",
  });
});

test("a value of at most its bound is ok, and a higher one is missed by the difference", () => {
  expect(verdictOn("idleMemory", 250)).toMatchObject({ verdict: "ok", bound: "at most 250 MB" });
  expect(verdictOn("idleMemory", 300)).toMatchObject({ verdict: "missed", missedBy: "50 MB (20 %) too much" });
});

test("a bound of zero is missed by an amount, not by a percentage", () => {
  expect(verdictOn("leavingDescriptors", 0)).toMatchObject({ verdict: "ok" });
  expect(verdictOn("leavingDescriptors", 3)).toMatchObject({ verdict: "missed", missedBy: "3 descriptors too much" });
});

test("a missing value is a miss", () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(verdictOn("leavingAnswersAgain", value)).toMatchObject({
      verdict: "missed",
      missedBy: "no value could be had",
    });
  }
});

test("every target has a verdict, and one without a finding was not measured", () => {
  const verdicts = verdictsOf([{ values: { idleMemory: 1 }, tables: [], disturbed: [] }]);
  expect(verdicts).toHaveLength(Object.keys(targets).length);
  expect(verdicts.filter(({ verdict }) => verdict !== "not measured").map(({ sentence }) => sentence)).toEqual([
    targets.idleMemory.sentence,
  ]);
});

test("a verdict names disturbances of its own figure only", () => {
  const findings: Finding[] = [
    { values: { idleMemory: 1 }, tables: [], disturbed: ["nginx"] },
    { values: { keyCheck: 1 }, tables: [], disturbed: [] },
  ];
  const disturbedOf = (name: TargetName) =>
    verdictsOf(findings).find(({ sentence }) => sentence === targets[name].sentence)?.disturbed;
  expect(disturbedOf("idleMemory")).toEqual(["nginx"]);
  expect(disturbedOf("keyCheck")).toEqual([]);
});

test("only missed targets are reported, with value, bound, distance, and disturbances", () => {
  const findings: Finding[] = [{ values: { idleMemory: 300, keyCheck: 1 }, tables: [], disturbed: ["Latchkey"] }];
  expect(missedLines(verdictsOf(findings))).toEqual([
    "missed: memory of everything, idle: 300 MB, target at most 250 MB, 50 MB (20 %) too much, while other programs disturbed Latchkey",
  ]);
});

function verdictOn(name: TargetName, value: number): Verdict | undefined {
  const verdicts = verdictsOf([{ values: { [name]: value }, tables: [], disturbed: [] }]);
  return verdicts.find(({ sentence }) => sentence === targets[name].sentence);
}
