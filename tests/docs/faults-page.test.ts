import { expect, test } from "vitest";
import { matrix } from "../faults/matrix.ts";
import { adaptersOf, reliabilityPage } from "../faults/page.ts";
import { keptResults } from "../faults/results.ts";
import { rows } from "../faults/rows.ts";
import { verifies } from "../support/verifies.ts";

/** Faults for which both runtime environments have adapters. */
const ofBoth = ["D1", "D2", "D3", "D4", "Q1", "Q2", "Q3", "Q4", "W1", "W2", "W3", "W4"];

verifies("runtime:aws:adapters", "faults of stores, queues, and webhooks are tested on both sets", () => {
  for (const id of ofBoth) {
    const tried = rows.filter((row) => row.id === id).flatMap(adaptersOf);
    expect(new Set(tried), id).toEqual(new Set(["one machine", "AWS"]));
  }
});

/** Number of faults per letter, starting at 1. */
const numbered = { H: 9, U: 10, D: 4, Q: 4, B: 6, W: 4, A: 3, N: 4, X: 1 };

test("each of the 45 faults is tested by a row, and no two rows have the same sentence", () => {
  const ids = Object.entries(numbered).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  );
  expect(ids).toHaveLength(45);
  expect(Object.keys(matrix)).toEqual(ids);
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids));
  expect(new Set(rows.map(({ id, sentence }) => `${id} ${sentence}`)).size).toBe(rows.length);
});

test("docs/reliability.md matches the rows and the stored results (`npm run faults -- --keep` writes it)", async () => {
  await expect(reliabilityPage(keptResults())).toMatchFileSnapshot("../../docs/reliability.md");
});
