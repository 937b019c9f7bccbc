import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import {
  costOfAMillionCalls,
  costOfAMillionEvents,
  costOfAnAgent,
  costOfAnIdleMonth,
  costOfAVisiblePage,
  costOfOlderMaterial,
  costPage,
  shown,
  totalOf,
} from "../../scripts/aws-cost.ts";

test("docs/reference/aws-cost.md matches the calculation", async () => {
  await expect(costPage()).toMatchFileSnapshot("../../docs/reference/aws-cost.md");
});

test("the guide names the totals of the page, and the worst day at the default limit", () => {
  const root = new URL("../../", import.meta.url);
  const guide = readFileSync(new URL("docs/guides/deploy-on-aws.md", root), "utf8");
  const section = guide.slice(guide.indexOf("## Costs"), guide.indexOf("## Differences from one machine"));
  const { callsPerSecond } = parse(readFileSync(new URL("serverless.yml", root), "utf8"), { logLevel: "silent" }).params
    .default;
  const perDay = (Number(callsPerSecond) * 86_400 * totalOf(costOfAMillionCalls())) / 1_000_000;
  const bills = [
    costOfAMillionCalls(),
    costOfAnIdleMonth(),
    costOfAnAgent(),
    costOfAVisiblePage(),
    costOfAMillionEvents(1_000),
  ];
  expect(section.match(/\$\d[\d.]*\d/g)).toEqual([
    ...bills.map((bill) => shown(totalOf(bill))),
    `$${Math.round(perDay)}`,
  ]);
});

test("a million proxied calls cost at most $5.70, and an idle month $4.50 in the first 14 years", () => {
  expect(totalOf(costOfAMillionCalls())).toBeLessThanOrEqual(5.7);
  for (const year of [1, 2, 3, 7, 8, 9, 14])
    expect(totalOf(costOfAnIdleMonth()) + costOfOlderMaterial(year), `year ${year}`).toBeLessThanOrEqual(4.5);
  expect([7, 8, 14, 15].map(costOfOlderMaterial)).toEqual([0, 1, 1, 2]);
});
