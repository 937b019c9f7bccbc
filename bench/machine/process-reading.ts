import { readdirSync, readFileSync } from "node:fs";

/** CPU time that a process and its descendants have used so far, in seconds. */
export function cpuSeconds(pid: number): number {
  return sum(family(pid), (member) => {
    const fields = statFields(member);
    // The 14th and 15th of proc_pid_stat(5), counted from the third, which follows the name in brackets.
    return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_PER_SECOND;
  });
}

/** Memory that a process and its descendants hold, in megabytes. */
export function residentMegabytes(pid: number): number {
  return sum(family(pid), (member) => {
    const kibibytes = /^VmRSS:\s+(\d+)/m.exec(readProc(`/proc/${member}/status`))?.[1];
    return (Number(kibibytes ?? 0) * 1_024) / 1e6;
  });
}

/** Descriptors that a process has open. */
export function openDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Linux has counted process times in hundredths of a second on every machine for decades. */
const TICKS_PER_SECOND = 100;

function family(pid: number): readonly number[] {
  const members = [pid];
  for (const member of members) members.push(...childrenOf(member));
  return members;
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

function statFields(pid: number): string[] {
  const text = readProc(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function readProc(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return ""; // it has just ended
  }
}

function sum(members: readonly number[], of: (member: number) => number): number {
  return members.reduce((total, member) => total + of(member), 0);
}
