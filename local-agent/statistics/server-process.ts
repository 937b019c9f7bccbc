import { readdir, readFile, readlink, realpath } from "node:fs/promises";
import { sep } from "node:path";
import type { Clock } from "../clock.ts";
import type { Host } from "../host.ts";
import { runProgram } from "../programs/run-program.ts";

const program = "fmserverd";
const listMs = 5_000;

/**
 * Which process the Database Server is: another text after each of its starts. Null where none is found. A start is seen by it, whatever
 * language FileMaker Server's logs are in.
 */
export async function serverProcess(host: Host, clock: Clock): Promise<string | null> {
  if (process.platform === "linux") return linuxProcess(host);
  const list = process.platform === "win32" ? windowsList : unixList;
  const { exitCode, output } = await runProgram({ ...list, cwd: host.serverPath, input: "", timeoutMs: listMs }, clock);
  if (exitCode !== 0) return null;
  return process.platform === "win32" ? inWindowsList(output) : inUnixList(output);
}

const unixList = { file: "/bin/ps", args: ["-axo", "pid=,lstart=,comm="] };
const windowsList = {
  file: "C:\\Windows\\System32\\tasklist.exe",
  args: ["/FI", "IMAGENAME eq fmserver.exe", "/FO", "CSV", "/NH"],
};

/** Its number and when it was started. */
export function inUnixList(list: string): string | null {
  const line = list.split("\n").find((each) => each.trimEnd().endsWith(`/${program}`));
  return line === undefined ? null : line.trim().split(/\s+/).slice(0, 6).join(" ");
}

/** Its number: Windows gives it to no other process for long. */
export function inWindowsList(list: string): string | null {
  return /^"fmserver\.exe","(\d+)"/im.exec(list)?.[1] ?? null;
}

/** Its number and when it was started, in ticks since the machine's start. */
async function linuxProcess({ serverPath }: Host): Promise<string | null> {
  const ours = await realpath(serverPath).catch(() => serverPath);
  for (const id of await readdir("/proc")) {
    if (!/^\d+$/.test(id)) continue;
    try {
      if ((await readFile(`/proc/${id}/comm`, "utf8")).trimEnd() !== program) continue;
      // Of another account's process nobody says which program it is: then its name has to do.
      const path = await readlink(`/proc/${id}/exe`).catch(() => undefined);
      if (path !== undefined && !path.startsWith(ours + sep)) continue;
      return `${id} ${startTicks(await readFile(`/proc/${id}/stat`, "utf8"))}`;
    } catch {} // It has ended meanwhile.
  }
  return null;
}

/** The 22nd field. The name, which is the second, may hold anything. */
function startTicks(stat: string): string {
  return (
    stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .at(19) ?? ""
  );
}
