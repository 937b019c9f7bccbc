import { residentMegabytes } from "./process-reading.ts";

/** Returns by how many megabytes a process's peak memory during an action exceeds its memory before it. */
export async function growthWhile(pid: number, action: () => Promise<void>): Promise<number> {
  const before = residentMegabytes(pid);
  let peak = before;
  const sample = () => {
    peak = Math.max(peak, residentMegabytes(pid));
  };
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  try {
    await action();
    sample();
  } finally {
    clearInterval(timer);
  }
  return peak - before;
}

const SAMPLE_EVERY_MS = 20;
