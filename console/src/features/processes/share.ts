import type { Process } from "#shared/processes/contract.ts";

/** Returns true if the process hasn't ended. */
export function isOpen({ state }: Pick<Process, "state">): boolean {
  return state === "queued" || state === "running";
}

/** Returns the completed share of the phase, from 0 to 1; undefined if unknown. */
export function shareOf({ done, total }: Pick<Process, "done" | "total">): number | undefined {
  return total === null || total === 0 ? undefined : Math.min(1, done / total);
}

/**
 * Returns the completed share of the whole process: its completed phases, and the share of the current one. All phases have the same
 * weight.
 */
export function wholeShare(process: Process): number | undefined {
  const { phase, phases } = process;
  const index = phase === null ? 0 : phases.indexOf(phase);
  if (phases.length === 0 || index < 0) return shareOf(process);
  const share = shareOf(process);
  return phases.length === 1 ? share : (index + (share ?? 0)) / phases.length;
}
