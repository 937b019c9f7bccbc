import { residentMegabytes } from "./process-reading.ts";

/** Watches a process's memory while something happens; answers by how much the peak exceeded what it held before. */
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
