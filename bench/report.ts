import type { Finding, Table } from "./finding.ts";
import { type Target, type TargetName, targets } from "./targets.ts";

/** One target and what came of it. */
export interface Verdict {
  readonly target: TargetName;
  readonly sentence: string;
  readonly bound: string;
  readonly value: number | undefined;
  readonly unit: string;
  readonly verdict: "ok" | "missed" | "not measured";
}

/** Holds what was found against every target; where Latchkey took part, a value that could not be had is a miss. */
export function verdictsOf(findings: readonly Finding[], latchkeyTookPart: boolean): Verdict[] {
  const values: Finding["values"] = Object.assign({}, ...findings.map((finding) => finding.values));
  return Object.entries(targets).map(([name, target]) =>
    verdictOf(name as TargetName, target, latchkeyTookPart ? values : {}),
  );
}

/** A table as text, its columns aligned. */
export function printed({ title, columns, rows }: Table): string {
  const cells = [columns, ...rows.map((row) => row.map((cell) => (typeof cell === "number" ? number(cell) : cell)))];
  // A row that is shorter holds a remark, which needs no column of its own.
  const widths = columns.map((_, at) =>
    Math.max(...cells.filter((row) => row.length === columns.length).map((row) => row[at]?.length ?? 0)),
  );
  const lines = cells.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
  );
  return [`\n${title}`, ...lines.map((line) => `  ${line.trimEnd()}`)].join("\n");
}

/** The verdicts as a table. */
export function verdictTable(verdicts: readonly Verdict[]): Table {
  const rows = verdicts.map(({ sentence, bound, value, unit, verdict }) => [
    sentence,
    bound,
    value === undefined ? "-" : `${number(value)} ${unit}`,
    verdict,
  ]);
  return { title: "Latchkey against its targets", columns: ["", "target", "value", "verdict"], rows };
}

function verdictOf(name: TargetName, target: Target, values: Finding["values"]): Verdict {
  const value = values[name];
  const met = value !== undefined && value >= (target.atLeast ?? -Infinity) && value <= (target.atMost ?? Infinity);
  const bound = target.atLeast === undefined ? `at most ${target.atMost}` : `at least ${target.atLeast}`;
  const verdict = value === undefined ? "not measured" : met ? "ok" : "missed";
  return {
    target: name,
    sentence: target.sentence,
    bound: `${bound} ${target.unit}`,
    value,
    unit: target.unit,
    verdict,
  };
}

function number(value: number): string {
  if (Number.isNaN(value)) return "-";
  if (value === Infinity) return "never";
  if (Number.isInteger(value) || Math.abs(value) >= 1_000) return Math.round(value).toLocaleString("en");
  return value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3);
}
