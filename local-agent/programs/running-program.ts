import { readFileSync } from "node:fs";
import type { Clock } from "../clock.ts";

const pollMs = 500;

/** What tells a process from a later one with the same id: its start time, where the system says it. */
export function startMarkOf(pid: number): string {
  try {
    // Fields are counted behind the name, which may hold blanks and brackets itself; the 22nd is the start time.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "";
  } catch {
    return ""; // No /proc, or the process has gone.
  }
}

/** Whether this very process lives. One that has ended and was not collected yet does not. */
export function isProgramRunning(pid: number, startMark: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (thrown) {
    // It has gone, or its id is by now that of a process of another account: what we start runs as our own.
    if (["ESRCH", "EPERM"].includes((thrown as NodeJS.ErrnoException).code ?? "")) return false;
    throw thrown;
  }
  if (process.platform !== "linux") return true;
  return startMarkOf(pid) === startMark && !isZombie(pid);
}

/** Resolves when a program that an agent before us has started is gone. */
export async function waitForExit(pid: number, startMark: string, clock: Clock, signal: AbortSignal): Promise<void> {
  while (isProgramRunning(pid, startMark)) await clock.sleep(pollMs, signal);
}

/** Ends a program that an agent before us has started, with all that it has started itself. */
export function killGroup(pid: number): void {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "ESRCH") throw thrown; // It has just ended by itself.
  }
}

function isZombie(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.startsWith("Z") ?? true;
  } catch {
    return true; // It has gone since.
  }
}
