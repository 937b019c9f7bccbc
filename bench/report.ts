import * as z from "zod";
import type { Finding, Table } from "./finding.ts";
import { MeasuredNumber } from "./measured-number.ts";
import { shown } from "./shown.ts";
import type { Target, ValuesOf } from "./target.ts";
import { type TargetName, targets } from "./targets.ts";

/** Target and its result. */
export const Verdict = z.object({
  sentence: z.string(),
  bound: z.string(),
  /** NaN or Infinity if no value could be measured, which counts as missed. */
  value: MeasuredNumber.optional(),
  unit: z.string(),
  verdict: z.enum(["ok", "missed", "not measured"]),
  /** Distance of a missed value from its bound. */
  missedBy: z.string().optional(),
  /** Contestants of the figure that were disturbed by other programs. */
  disturbed: z.array(z.string()),
});
export type Verdict = z.infer<typeof Verdict>;

/** Compares the findings with all targets. A target without a finding wasn't measured. */
export function verdictsOf(findings: readonly Finding[]): Verdict[] {
  return Object.entries(targets).map(([name, target]) => verdictOf(name as TargetName, target, findings));
}

/** Compares the values of a bench without disturbed contestants with its own targets. */
export function heldTo<Targets extends Readonly<Record<string, Target>>>(
  targets: Targets,
  values: ValuesOf<Targets>,
): Verdict[] {
  return Object.entries(targets).map(([name, target]) => verdictOn(target, values[name]));
}

function verdictOn({ sentence, unit, atLeast, atMost }: Target, value: number | undefined): Verdict {
  const bound = atLeast ?? atMost ?? Number.NaN;
  const isMet = value !== undefined && (atLeast === undefined ? value <= bound : value >= bound);
  const verdict = value === undefined ? "not measured" : isMet ? "ok" : "missed";
  const missedBy = verdict === "missed" ? `by ${shown(Math.abs((value ?? Number.NaN) - bound))} ${unit}` : undefined;
  const text = `${atLeast === undefined ? "at most" : "at least"} ${bound} ${unit}`;
  return { sentence, bound: text, value, unit, verdict, missedBy, disturbed: [] };
}

/** Returns the verdicts as a table. */
export function verdictTable(verdicts: readonly Verdict[]): Table {
  const rows = verdicts.map(({ sentence, bound, value, unit, verdict, disturbed }) => [
    sentence,
    bound,
    valueText(value, unit),
    verdict,
    disturbedText(disturbed),
  ]);
  return {
    title: "Latchkey against its targets",
    columns: ["", "target", "value", "verdict", "disturbed by other programs"],
    rows,
  };
}

/** Returns a line for each missed target, with the difference. */
export function missedLines(verdicts: readonly Verdict[]): string[] {
  return verdicts.flatMap(({ verdict, sentence, value, unit, bound, missedBy, disturbed }) => {
    if (verdict !== "missed" || value === undefined) return [];
    const doubt = disturbed.length === 0 ? "" : `, while other programs disturbed ${disturbedText(disturbed)}`;
    return [`missed: ${sentence}: ${valueText(value, unit)}, target ${bound}, ${missedBy}${doubt}`];
  });
}

function valueText(value: number | undefined, unit: string): string {
  if (value === undefined) return "-";
  if (Number.isNaN(value)) return "none";
  return Number.isFinite(value) ? `${shown(value)} ${unit}` : "never";
}

function disturbedText(names: readonly string[]): string {
  return names.length > 2 ? `${names.length} who took part` : names.join(", ");
}

function verdictOf(name: TargetName, target: Target, findings: readonly Finding[]): Verdict {
  const finding = findings.findLast(({ values }) => values[name] !== undefined);
  const value = finding?.values[name];
  const met = value !== undefined && value >= (target.atLeast ?? -Infinity) && value <= (target.atMost ?? Infinity);
  const bound = target.atLeast === undefined ? `at most ${target.atMost}` : `at least ${target.atLeast}`;
  const verdict = value === undefined ? "not measured" : met ? "ok" : "missed";
  return {
    sentence: target.sentence,
    bound: `${bound} ${target.unit}`,
    value,
    unit: target.unit,
    verdict,
    missedBy: verdict === "missed" && value !== undefined ? distance(value, target) : undefined,
    disturbed: [...(finding?.disturbed ?? [])],
  };
}

function distance(value: number, { atLeast, atMost, unit }: Target): string {
  if (!Number.isFinite(value)) return "no value could be had";
  const bound = atLeast ?? atMost ?? Number.NaN;
  const amount = `${shown(Math.abs(value - bound))} ${unit}`;
  const share = bound === 0 ? "" : ` (${Math.round((Math.abs(value - bound) / bound) * 100)} %)`;
  return `${amount}${share} ${value < bound ? "too little" : "too much"}`;
}
