import { readFileSync } from "node:fs";
import type { Clock } from "../clock.ts";

const pollMs = 500;

/** Returns a value that distinguishes a process from a later one with the same ID: its start time, if the system reports it. */
export function startMarkOf(pid: number): string {
  try {
    // Fields are counted after the name, which can contain spaces and parentheses; the 22nd is the start time.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "";
  } catch {
    return ""; // No /proc, or the process has ended.
  }
}

/** True if this process is running. False for one that has ended but wasn't reaped yet. */
export function isProgramRunning(pid: number, startMark: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (thrown) {
    // It has ended, or its ID now belongs to a process of another account: programs that we start run as our own.
    if (["ESRCH", "EPERM"].includes((thrown as NodeJS.ErrnoException).code ?? "")) return false;
    throw thrown;
  }
  if (process.platform !== "linux") return true;
  return startMarkOf(pid) === startMark && !isZombie(pid);
}

/** Resolves when a program that an earlier run of the agent started has ended. */
export async function waitForExit(pid: number, startMark: string, clock: Clock, signal: AbortSignal): Promise<void> {
  while (isProgramRunning(pid, startMark)) await clock.sleep(pollMs, signal);
}

/** Kills a program that an earlier run of the agent started, with everything that it started. */
export function killGroup(pid: number): void {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "ESRCH") throw thrown; // It just ended by itself.
  }
}

function isZombie(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.startsWith("Z") ?? true;
  } catch {
    return true; // It has ended since.
  }
}
