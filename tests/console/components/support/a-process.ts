import type { Process, ProcessLogLine } from "#shared/processes/contract.ts";

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, second)).toISOString();

/** Returns a run in the second of its three phases; `options` override its fields. */
export function aProcess(options: Partial<Process> = {}): Process {
  return {
    id: 42,
    kind: "test.copy",
    title: "Copy containers",
    objects: [],
    state: "running",
    phase: "copy",
    phases: ["prepare", "copy", "tidy"],
    phaseRuns: [
      { phase: "prepare", startedAt: at(0), endedAt: at(20) },
      { phase: "copy", startedAt: at(20), endedAt: null },
    ],
    done: 30,
    total: 120,
    unit: "files",
    etaSeconds: 90,
    createdAt: at(0),
    startAt: null,
    startedAt: at(0),
    endedAt: null,
    startedBy: "account:admin",
    waitingFor: null,
    reason: null,
    canAbort: true,
    isAbortRequested: false,
    logLines: 0,
    hasToolLog: false,
    ...options,
  };
}

/** Half a minute into the second phase. */
export const now = Date.UTC(2026, 10, 20, 9, 0, 50);

export function aLine(position: number, options: Partial<ProcessLogLine> = {}): ProcessLogLine {
  return { position, at: at(position % 60), level: "info", text: `line ${position}`, phase: "copy", ...options };
}
