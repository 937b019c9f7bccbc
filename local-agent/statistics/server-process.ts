import { readdir, readFile, readlink, realpath } from "node:fs/promises";
import { sep } from "node:path";
import type { Clock } from "../clock.ts";
import type { Host } from "../host.ts";
import { runProgram } from "../programs/run-program.ts";

const program = "fmserverd";
const listMs = 5_000;

/**
 * Returns an identifier of the Database Server's process, which changes at each start. Null if none is found. Detects starts regardless of
 * the language of FileMaker Server's logs.
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

/** Returns its process ID and start time. */
export function inUnixList(list: string): string | null {
  const line = list.split("\n").find((each) => each.trimEnd().endsWith(`/${program}`));
  return line === undefined ? null : line.trim().split(/\s+/).slice(0, 6).join(" ");
}

/** Returns its process ID: Windows doesn't reuse it for long. */
export function inWindowsList(list: string): string | null {
  return /^"fmserver\.exe","(\d+)"/im.exec(list)?.[1] ?? null;
}

/** Returns its process ID and start time, in ticks since the machine's start. */
async function linuxProcess({ serverPath }: Host): Promise<string | null> {
  const ours = await realpath(serverPath).catch(() => serverPath);
  for (const id of await readdir("/proc")) {
    if (!/^\d+$/.test(id)) continue;
    try {
      if ((await readFile(`/proc/${id}/comm`, "utf8")).trimEnd() !== program) continue;
      // The program of another account's process is unknown: then its name is used.
      const path = await readlink(`/proc/${id}/exe`).catch(() => undefined);
      if (path !== undefined && !path.startsWith(ours + sep)) continue;
      return `${id} ${startTicks(await readFile(`/proc/${id}/stat`, "utf8"))}`;
    } catch {} // It has ended meanwhile.
  }
  return null;
}

/** Returns the 22nd field. The second one, the name, can contain anything. */
function startTicks(stat: string): string {
  return (
    stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .at(19) ?? ""
  );
}
