import { readdirSync, readFileSync } from "node:fs";

/** Returns the CPU time of a process and its running descendants, in seconds. */
export function cpuSeconds(pid: number): number {
  // The 14th and 15th fields of proc_pid_stat(5).
  return sum(family(pid), (member) => ticks(member, 14, 15) / TICKS_PER_SECOND);
}

/** Returns the CPU time of a process and its descendants, including ended ones, in seconds. */
export function cpuSecondsWithEnded(pid: number): number {
  // The 16th and 17th fields are those of children that were waited for.
  return sum(family(pid), (member) => ticks(member, 14, 17) / TICKS_PER_SECOND);
}

/** Returns the CPU time of a process's children that have ended and were waited for, and of their children, in seconds. */
export function cpuSecondsOfEnded(pid: number): number {
  return ticks(pid, 16, 17) / TICKS_PER_SECOND;
}

/** Returns the memory of a process and its descendants in megabytes. Shared memory counts for each of them. */
export function residentMegabytes(pid: number): number {
  return megabytes(pid, "status", /^VmRSS:\s+(\d+)/m);
}

/** Returns the peak memory of a process without its descendants, in megabytes. */
export function peakMegabytes(pid: number): number {
  return megabytesIn(pid, "status", /^VmHWM:\s+(\d+)/m);
}

/** Returns the memory of a process and its descendants in megabytes, with shared memory divided among them. */
export function proportionalMegabytes(pid: number): number {
  return megabytes(pid, "smaps_rollup", /^Pss:\s+(\d+)/m);
}

/** Returns the number of a process's open descriptors. */
export function openDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Returns a process and its running descendants. */
export function family(pid: number): readonly number[] {
  const members = [pid];
  for (const member of members) members.push(...childrenOf(member));
  return members;
}

/**
 * Returns the start time of a process in the kernel's units, which together with the id identifies a process. Empty for a process that has
 * ended.
 */
export function startOf(pid: number): string {
  const fields = statFields(pid);
  return fields[0] === "Z" ? "" : (fields[22 - AFTER_THE_NAME] ?? "");
}

/** Number of clock ticks per second: Linux has used hundredths of a second on all machines for decades. */
export const TICKS_PER_SECOND = 100;

/** Returns the content of a kernel file; empty if the process has ended. */
export function readProc(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return ""; // It has just ended
  }
}

function childrenOf(pid: number): number[] {
  return tasksOf(pid).flatMap((task) =>
    readProc(`/proc/${pid}/task/${task}/children`)
      .split(" ")
      .filter((child) => child !== "")
      .map(Number),
  );
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // It has just ended
  }
}

function ticks(pid: number, from: number, to: number): number {
  const fields = statFields(pid).slice(from - AFTER_THE_NAME, to - AFTER_THE_NAME + 1);
  return fields.reduce((total, field) => total + Number(field), 0);
}

/** Returns the fields after the name in parentheses, which can contain spaces. */
function statFields(pid: number): string[] {
  const text = readProc(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

const AFTER_THE_NAME = 3;

function megabytes(pid: number, file: string, line: RegExp): number {
  return sum(family(pid), (member) => megabytesIn(member, file, line));
}

/** Returns a value in kibibytes in a kernel file, as megabytes. */
function megabytesIn(pid: number, file: string, line: RegExp): number {
  const kibibytes = line.exec(readProc(`/proc/${pid}/${file}`))?.[1];
  return (Number(kibibytes ?? 0) * 1_024) / 1e6;
}

function sum(members: readonly number[], of: (member: number) => number): number {
  return members.reduce((total, member) => total + of(member), 0);
}
