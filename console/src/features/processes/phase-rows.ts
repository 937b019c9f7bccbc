import type { Process } from "#shared/processes/contract.ts";
import { isOpen } from "./share.ts";

export type PhaseState = "done" | "running" | "waiting" | "failed" | "skipped";

/** Phase of a process, with its state and duration. */
export interface PhaseRow {
  readonly phase: string;
  readonly state: PhaseState;
  /** Undefined: not started. */
  readonly tookMs: number | undefined;
}

/** Returns the phases of a process in order; phases that weren't announced come last. */
export function phaseRows(process: Process, now: number): readonly PhaseRow[] {
  const { phases, phaseRuns } = process;
  const names = [...new Set([...phases, ...phaseRuns.map(({ phase }) => phase)])];
  return names.map((phase) => {
    const runs = phaseRuns.filter((run) => run.phase === phase);
    return { phase, state: stateOf(process, phase, runs.length > 0), tookMs: took(runs, now) };
  });
}

function stateOf(process: Process, phase: string, wasBegun: boolean): PhaseState {
  if (process.phase !== phase) return wasBegun ? "done" : isOpen(process) ? "waiting" : "skipped";
  if (isOpen(process)) return "running";
  return process.state === "done" || process.state === "doneWithErrors" ? "done" : "failed";
}

function took(runs: Process["phaseRuns"], now: number): number | undefined {
  if (runs.length === 0) return undefined;
  const lengths = runs.map(
    ({ startedAt, endedAt }) => (endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt),
  );
  return lengths.reduce((sum, length) => sum + Math.max(0, length), 0);
}
