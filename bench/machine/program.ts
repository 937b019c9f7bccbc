import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { family, startOf } from "./process-reading.ts";

export interface ProgramStart {
  readonly command: string;
  readonly args: readonly string[];
  /** Core, or list of cores, to use. Undefined: any, if the machine can't pin programs. */
  readonly core: number | string | undefined;
  readonly directory?: string;
  /** Content of its standard input, which ends after it. Default: empty. */
  readonly input?: string;
  /** Additional environment variables. Must not contain secrets: names and values are in the process list. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Called with every printed line; the program is ready when it returns a value. */
  readonly ready: (line: string) => string | undefined;
  /** Maximum time until then. */
  readonly readyWithinSeconds?: number;
}

/** Running program. */
export interface Program extends AsyncDisposable {
  readonly pid: number;
  /** Value that `ready` has returned. */
  readonly readiness: string;
  readonly alive: () => boolean;
}

/** Starts a program and waits until it is ready. */
export async function startProgram(start: ProgramStart): Promise<Program> {
  const [command, ...args] = commandLine(start);
  const child = spawn(command ?? start.command, args, {
    cwd: start.directory,
    stdio: ["pipe", "pipe", "pipe"],
  });
  // It may end before it has read everything.
  child.stdin.on("error", () => undefined).end(start.input);
  running.add(child);
  child.once("exit", () => running.delete(child));
  try {
    const readiness = await readyLine(child, start);
    if (child.pid === undefined) throw new Error(`${start.command} did not start`);
    return {
      pid: child.pid,
      readiness,
      alive: () => child.exitCode === null && child.signalCode === null,
      [Symbol.asyncDispose]: () => stop(child),
    };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

/** Kills all running programs and their descendants immediately. */
export function killPrograms(): void {
  for (const child of running) kill(membersOf(child), "SIGKILL");
}

const running = new Set<ChildProcess>();
const READY_WITHIN_SECONDS = 30;
const STOP_WITHIN_MS = 10_000;

/** Returns the command line. `taskset` and `env` are replaced by the program, so its process id is the one of the child. */
function commandLine({ command, args, core, environment }: ProgramStart): string[] {
  const pinned = core === undefined ? [] : ["taskset", "--cpu-list", String(core)];
  const named = environment === undefined ? [] : ["env", ...Object.entries(environment).map((pair) => pair.join("="))];
  return [...pinned, ...named, command, ...args];
}

function readyLine(
  child: ChildProcess,
  { command, args, ready, readyWithinSeconds = READY_WITHIN_SECONDS }: ProgramStart,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let unfinished = "";
    let errors = "";
    const timer = setTimeout(() => fail("was not ready in time"), readyWithinSeconds * 1_000);
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code, signal) => fail(`ended with ${signal ?? code}`));
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      errors = (errors + text).slice(-2_000);
    });
    // Reading continues after the ready line, because a full pipe would stop the program.
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      const lines = (unfinished + text).split("\n");
      unfinished = (lines.pop() ?? "").slice(-2_000);
      for (const line of lines) {
        const found = ready(line);
        if (found === undefined) continue;
        clearTimeout(timer);
        resolve(found);
      }
    });

    function fail(reason: string): void {
      clearTimeout(timer);
      reject(new Error(`${[command, ...args].join(" ")}: ${reason}${errors === "" ? "" : `\n${errors.trimEnd()}`}`));
    }
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const members = membersOf(child);
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => kill(members, "SIGKILL"), STOP_WITHIN_MS);
  await exited;
  // npm's shell ends without passing on the signal, so all descendants are signaled.
  for (const member of members) {
    kill([member], "SIGTERM");
    while (isAlive(member)) await wait(10);
  }
  clearTimeout(timer);
}

/** Process, distinguishable from a later one with the same id. */
interface Member {
  readonly pid: number;
  readonly start: string;
}

function membersOf({ pid }: ChildProcess): Member[] {
  return pid === undefined ? [] : family(pid).map((member) => ({ pid: member, start: startOf(member) }));
}

function isAlive({ pid, start }: Member): boolean {
  return start !== "" && startOf(pid) === start;
}

function kill(members: readonly Member[], signal: NodeJS.Signals): void {
  for (const member of members.filter(isAlive)) {
    try {
      process.kill(member.pid, signal);
    } catch (error) {
      // It ended before the signal.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}
