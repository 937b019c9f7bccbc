import { execFileSync } from "node:child_process";
import { availableParallelism } from "node:os";

/** Where things run: the proxies on one core, all that measures them on another. */
export interface Cores {
  readonly proxy: number;
  readonly load: number;
  /** All that there are, for programs that are measured as their users start them. */
  readonly all: string;
}

/** Puts this process and its later children on the load's core. Answers nothing where that cannot be done. */
export function claimCores(): Cores | undefined {
  if (availableParallelism() < 2) return undefined;
  const cores: Cores = { proxy: 0, load: 1, all: `0-${availableParallelism() - 1}` };
  try {
    execFileSync("taskset", ["--all-tasks", "--cpu-list", "--pid", String(cores.load), String(process.pid)], {
      stdio: "ignore",
    });
    return cores;
  } catch {
    // No taskset, or not these cores: everything runs where it likes, and the report says so.
    return undefined;
  }
}
