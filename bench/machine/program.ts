import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { family, startOf } from "./process-reading.ts";

export interface ProgramStart {
  readonly command: string;
  readonly args: readonly string[];
  /** The core, or the list of cores, that it may use; any, where the machine cannot pin. */
  readonly core: number | string | undefined;
  readonly directory?: string;
  /** What it reads from its standard input, which ends with it. Nothing, where it is left out. */
  readonly input?: string;
  /** Added to the environment it inherits. Nothing secret: the names and values are in the process list. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Called with every line it prints; the first answer that is not undefined makes it ready. */
  readonly ready: (line: string) => string | undefined;
  /** How long it may take until then. */
  readonly readyWithinSeconds?: number;
}

/** A running program of ours. */
export interface Program extends AsyncDisposable {
  readonly pid: number;
  /** What `ready` found. */
  readonly readiness: string;
  readonly alive: () => boolean;
}

/** Starts a program and waits until it says that it is ready. */
export async function startProgram(start: ProgramStart): Promise<Program> {
  const [command, ...args] = commandLine(start);
  const child = spawn(command ?? start.command, args, {
    cwd: start.directory,
    stdio: ["pipe", "pipe", "pipe"],
  });
  // It may end before it has read all.
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

/** Ends every program that is still running, and what it has started, at once. */
export function killPrograms(): void {
  for (const child of running) kill(membersOf(child), "SIGKILL");
}

const running = new Set<ChildProcess>();
const READY_WITHIN_SECONDS = 30;
const STOP_WITHIN_MS = 10_000;

/** `taskset` and `env` replace themselves by the program, so its process id is the one we get. */
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
    // Reading goes on after the ready line, or a full pipe would stop the program.
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
  // npm's shell ends without passing the signal on, so everyone below is asked in turn.
  for (const member of members) {
    kill([member], "SIGTERM");
    while (isAlive(member)) await wait(10);
  }
  clearTimeout(timer);
}

/** A process, distinguishable from a later one with the same id. */
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
      // It ended between the look and the blow.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}
