import { cpuSecondsWithEnded, readProc, TICKS_PER_SECOND } from "./process-reading.ts";

/** Load of other programs, in cores, above which a measurement is less reliable. */
export const disturbingCores = 0.1;

/**
 * Starts to measure the CPU use of programs other than this process and its children; the returned function returns the average number of
 * cores so far. 0 without /proc.
 */
export function watchForeignLoad(): () => number {
  const before = reading();
  return () => {
    const after = reading();
    const seconds = (after.at - before.at) / 1_000;
    return Math.max(0, (after.foreignSeconds - before.foreignSeconds) / seconds);
  };
}

function reading(): { readonly at: number; readonly foreignSeconds: number } {
  return { at: performance.now(), foreignSeconds: busySeconds() - cpuSecondsWithEnded(process.pid) };
}

/** Returns the CPU time of all cores since the machine's start, including time that the host used for other machines. */
function busySeconds(): number {
  const [, user, nice, system, , , interrupts, softInterrupts, steal] = readProc("/proc/stat")
    .slice(0, 400)
    .split(/\s+/, 9)
    .map(Number);
  const ticks = [user, nice, system, interrupts, softInterrupts, steal];
  return ticks.reduce<number>((total, count) => total + (count ?? 0), 0) / TICKS_PER_SECOND;
}
