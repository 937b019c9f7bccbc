import { residentMegabytes } from "./process-reading.ts";

/** Watches a process's memory while something happens; answers by how much the peak exceeded what it held before. */
export async function growthWhile(pid: number, happening: () => Promise<void>): Promise<number> {
  const before = residentMegabytes(pid);
  let peak = before;
  const look = () => {
    peak = Math.max(peak, residentMegabytes(pid));
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  try {
    await happening();
    look();
  } finally {
    clearInterval(timer);
  }
  return peak - before;
}

const LOOK_EVERY_MS = 20;
