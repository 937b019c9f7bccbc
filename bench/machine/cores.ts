import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** Cores of the programs: the proxies on one core, everything that measures them on another. */
export interface Cores {
  readonly proxy: number;
  readonly load: number;
  /** All cores, for programs that are measured as users start them. */
  readonly all: string;
}

/** Pins this process and its later children to the load's core. Returns undefined if that isn't possible. */
export function claimCores(): Cores | undefined {
  if (availableParallelism() < 2) return undefined;
  const cores: Cores = { proxy: 0, load: 1, all: `0-${availableParallelism() - 1}` };
  try {
    execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", String(cores.load), String(process.pid)], {
      stdio: "ignore",
    });
    return cores;
  } catch {
    // No taskset, or not these cores: nothing is pinned, and the report says so.
    return undefined;
  }
}
