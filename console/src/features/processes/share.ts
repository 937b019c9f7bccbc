import type { Process } from "#shared/processes/contract.ts";

/** Whether it is not at its end. */
export function isOpen({ state }: Pick<Process, "state">): boolean {
  return state === "queued" || state === "running";
}

/** How much of the phase is done, between 0 and 1. Undefined while nobody knows. */
export function shareOf({ done, total }: Pick<Process, "done" | "total">): number | undefined {
  return total === null || total === 0 ? undefined : Math.min(1, done / total);
}

/** How far all of it is: the phases that are over, and the share of the one under way. All phases count alike. */
export function wholeShare(process: Process): number | undefined {
  const { phase, phases } = process;
  const index = phase === null ? 0 : phases.indexOf(phase);
  if (phases.length === 0 || index < 0) return shareOf(process);
  const share = shareOf(process);
  return phases.length === 1 ? share : (index + (share ?? 0)) / phases.length;
}
