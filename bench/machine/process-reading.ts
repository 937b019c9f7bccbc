import { readdirSync, readFileSync } from "node:fs";

/** CPU time that a process and its living descendants have used so far, in seconds. */
export function cpuSeconds(pid: number): number {
  // The 14th and 15th of proc_pid_stat(5).
  return sum(family(pid), (member) => ticks(member, 14, 15) / TICKS_PER_SECOND);
}

/** The same with descendants that have ended. */
export function cpuSecondsWithEnded(pid: number): number {
  // The 16th and 17th are those of children that were waited for.
  return sum(family(pid), (member) => ticks(member, 14, 17) / TICKS_PER_SECOND);
}

/** CPU time of a process's children that have ended and were waited for, with that of theirs, in seconds. */
export function cpuSecondsOfEnded(pid: number): number {
  return ticks(pid, 16, 17) / TICKS_PER_SECOND;
}

/** Memory that a process and its descendants hold, in megabytes. What they share counts for each of them. */
export function residentMegabytes(pid: number): number {
  return megabytes(pid, "status", /^VmRSS:\s+(\d+)/m);
}

/** The most memory that a process alone has ever held, in megabytes. */
export function peakMegabytes(pid: number): number {
  return megabytesIn(pid, "status", /^VmHWM:\s+(\d+)/m);
}

/** The same with what several processes share divided among them. */
export function proportionalMegabytes(pid: number): number {
  return megabytes(pid, "smaps_rollup", /^Pss:\s+(\d+)/m);
}

/** Descriptors that a process has open. */
export function openDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** A process and all its living descendants. */
export function family(pid: number): readonly number[] {
  const members = [pid];
  for (const member of members) members.push(...childrenOf(member));
  return members;
}

/** When a process was started, in the kernel's own count: with the id, it names exactly one process. Empty for one that has ended. */
export function startOf(pid: number): string {
  const fields = statFields(pid);
  return fields[0] === "Z" ? "" : (fields[22 - AFTER_THE_NAME] ?? "");
}

/** Linux has counted process times in hundredths of a second on every machine for decades. */
export const TICKS_PER_SECOND = 100;

/** The whole text of a file of the kernel's; empty when what it tells of is gone. */
export function readProc(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return ""; // it has just ended
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
    return []; // it has just ended
  }
}

function ticks(pid: number, from: number, to: number): number {
  const fields = statFields(pid).slice(from - AFTER_THE_NAME, to - AFTER_THE_NAME + 1);
  return fields.reduce((total, field) => total + Number(field), 0);
}

/** The fields that follow the name in brackets, which may hold blanks itself. */
function statFields(pid: number): string[] {
  const text = readProc(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

const AFTER_THE_NAME = 3;

function megabytes(pid: number, file: string, line: RegExp): number {
  return sum(family(pid), (member) => megabytesIn(member, file, line));
}

/** Kibibytes in a file of the kernel's, as megabytes. */
function megabytesIn(pid: number, file: string, line: RegExp): number {
  const kibibytes = line.exec(readProc(`/proc/${pid}/${file}`))?.[1];
  return (Number(kibibytes ?? 0) * 1_024) / 1e6;
}

function sum(members: readonly number[], of: (member: number) => number): number {
  return members.reduce((total, member) => total + of(member), 0);
}
