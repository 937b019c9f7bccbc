import { cpuSecondsWithEnded, readProc, TICKS_PER_SECOND } from "./process-reading.ts";

/** With more than this of a core gone to others, a measurement says less than it seems. */
export const disturbingCores = 0.1;

/**
 * Watches from the call on what others than this process and its programs take of the machine; the answer tells how
 * many cores that was so far. Nothing is seen where there is no /proc.
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

/** What all cores together have worked since the start of the machine; what the host took for others counts as well. */
function busySeconds(): number {
  const [, user, nice, system, , , interrupts, softInterrupts, steal] = readProc("/proc/stat")
    .slice(0, 400)
    .split(/\s+/, 9)
    .map(Number);
  const ticks = [user, nice, system, interrupts, softInterrupts, steal];
  return ticks.reduce<number>((total, count) => total + (count ?? 0), 0) / TICKS_PER_SECOND;
}
