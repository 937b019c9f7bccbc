import { expect, test } from "vitest";
import type { FaultRow } from "../faults/row.ts";
import { rows } from "../faults/rows.ts";
import { runsOnBoth } from "../support/one-machine.ts";
import { verifies } from "../support/verifies.ts";

/** Faults of what both ways of running have a set of adapters for. */
const ofBoth = ["D1", "D2", "D3", "D4", "Q1", "Q2", "Q3", "Q4", "W1", "W2", "W3", "W4"];

verifies("runtime:aws:adapters", "faults of stores, queues and webhooks are tried on both sets", () => {
  for (const id of ofBoth) {
    const tried = rows.filter((row) => row.id === id).flatMap(adaptersOf);
    expect(new Set(tried), id).toEqual(new Set(["one machine", "AWS"]));
  }
});

test("docs/reference/faults.md is what the list of faults says", async () => {
  await expect(page()).toMatchFileSnapshot("../../docs/reference/faults.md");
});

function page(): string {
  const sorted = rows.toSorted((a, b) => a.id.localeCompare(b.id, "en", { numeric: true }));
  return [
    "# Faults",
    "",
    "What is broken on purpose, what must hold then, and where that is tried. `npm run faults W1` tries one of them, `npm run faults` all.",
    "",
    "| | fault, and what must hold | tried by | adapters |",
    "| --- | --- | --- | --- |",
    ...sorted.map((row) => `| ${row.id} | ${row.sentence} | ${triedBy(row)} | ${adaptersText(row)} |`),
    "",
  ].join("\n");
}

function triedBy({ id, tests }: FaultRow): string {
  return tests?.map((file) => `\`${file}\``).join("<br>") ?? `\`npm run faults ${id}\``;
}

function adaptersText(row: FaultRow): string {
  return [...new Set(adaptersOf(row))].join(", ");
}

function adaptersOf({ tests = [], isOnAws }: FaultRow): readonly string[] {
  if (tests.length === 0) return [isOnAws ? "AWS" : "one machine"];
  return tests.flatMap((file) => {
    if (runsOnBoth(file)) return ["one machine", "AWS"];
    return file.startsWith("tests/aws/") ? ["AWS"] : ["one machine"];
  });
}
