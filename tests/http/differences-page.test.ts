import { expect, test } from "vitest";
import { verifies } from "../support/verifies.ts";
import { contract } from "./contract-suite.ts";
import { type Difference, expectedDifferences } from "./expected-differences.ts";

const cases = Object.values(contract).flat();

test("every case has a unique name", () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});

verifies("runtime:aws:differences", "each belongs to a case, and differs from it", () => {
  for (const { case: name, instead } of expectedDifferences) {
    const expected = cases.find((one) => one.name === name)?.expect ?? {};
    expect(Object.keys(expected), name).toEqual(expect.arrayContaining(Object.keys(instead)));
    for (const [fact, value] of Object.entries(instead)) expect(value, `${name}: ${fact}`).not.toBe(expected[fact]);
  }
});

verifies("runtime:aws:differences", "docs/reference/http-contract.md lists them", async () => {
  await expect(page()).toMatchFileSnapshot("../../docs/reference/http-contract.md");
});

function page(): string {
  return [
    "# HTTP behavior, and differences on AWS",
    "",
    "Every case below is tested on one machine, and on `serverless-offline` with the packaged functions on emulators (`npm run dev:aws`). The two can differ only as listed here, and a difference that disappears also fails the test. Written by `tests/http`.",
    "",
    "## On AWS",
    "",
    ...table(expectedDifferences.filter(({ of }) => of === "AWS")),
    "",
    "## Only on serverless-offline",
    "",
    ...table(expectedDifferences.filter(({ of }) => of === "serverless-offline")),
    "",
    "## Cases",
    ...Object.entries(contract).flatMap(([topic, all]) => [
      "",
      `### ${topic}`,
      "",
      ...all.map(({ name }) => `- ${name}`),
    ]),
    "",
  ].join("\n");
}

function table(differences: readonly Difference[]): readonly string[] {
  const rows = differences.map(({ case: name, instead, why }) => {
    const facts = Object.entries(instead).map(([fact, value]) => `${fact}: ${value === "" ? "none" : `\`${value}\``}`);
    return `| ${name} | ${facts.join("<br>").replaceAll("|", "\\|")} | ${why} |`;
  });
  return ["| case | difference | reason |", "| --- | --- | --- |", ...rows];
}
