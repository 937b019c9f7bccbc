import type { LogLine } from "#shared/logs/contract.ts";

/** Record with all its lines. */
export interface WholeRecord {
  readonly first: LogLine;
  readonly more: readonly LogLine[];
}

/** Number of lines to read before and after a line. */
export const linesAround = 50;

/** Returns the record of a line from the lines around it. A line without a timestamp belongs to the record above. */
export function recordAround(lines: readonly LogLine[], number: number): WholeRecord | undefined {
  const index = lines.findIndex((line) => line.number === number);
  if (index < 0) return undefined;
  let begin = index;
  while (begin > 0 && lines[begin]?.kind === "continuation") begin -= 1;
  const first = lines[begin];
  if (first === undefined) return undefined;
  const behind = lines.slice(begin + 1);
  const end = behind.findIndex(({ kind }) => kind !== "continuation");
  return { first, more: end < 0 ? behind : behind.slice(0, end) };
}
