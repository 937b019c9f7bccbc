import { type ChildProcess, spawn } from "node:child_process";
import type { ProgramOutcome } from "#shared/agent/protocol/commands/fmsadmin-commands.ts";
import type { Clock } from "../clock.ts";
import { Refused } from "../refused.ts";

/** Maximum bytes of a program's output to keep. */
export const keptBytes = 1_048_576;
/** Milliseconds for a program to end after it was asked to. */
export const graceMs = 5_000;
/** Milliseconds to wait for output that is still open after a program has ended. */
const lingerMs = 1_000;

interface Program {
  readonly file: string;
  readonly args: readonly string[];
  /** Working folder, regardless of the agent's own. */
  readonly cwd: string;
  /** Written to its standard input, which is then closed. */
  readonly input: string;
  readonly timeoutMs: number;
  /** Ends it early, in the same way as the timeout. */
  readonly signal?: AbortSignal;
  /** Called with its process ID once it has one. */
  readonly started?: (pid: number) => void;
}

/**
 * Runs a program without a shell, in its own process group and environment. After the timeout, asks it to end together with everything that
 * it started, then kills it.
 */
export async function runProgram(program: Program, clock: Clock): Promise<ProgramOutcome> {
  const startedAt = clock.now();
  const child = spawn(program.file, program.args, {
    cwd: program.cwd,
    env: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8" },
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  const output = keptOutput(child);
  const ended = endOf(child, clock);
  if (child.pid !== undefined) program.started?.(child.pid);
  // A program may end without reading its input.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(program.input);

  const watch = new AbortController();
  const state = { timedOut: false, killed: false };
  let isAsked = false;
  const watching = (async () => {
    state.timedOut = await isTooLate(program, clock, watch.signal);
    isAsked = true;
    signalGroup(child, "SIGTERM");
    await clock.sleep(graceMs, watch.signal);
    state.killed = true;
    signalGroup(child, "SIGKILL");
  })().catch((thrown: unknown) => {
    if (!watch.signal.aborted) throw thrown;
  });
  const exitCode = await ended.finally(() => watch.abort());
  await watching;
  // Processes that ignored the request may have outlived the one that ended.
  if (isAsked) signalGroup(child, "SIGKILL");
  return { exitCode, ...output(), ...state, durationMs: Math.max(0, clock.now() - startedAt) };
}

/** Resolves with true after the timeout, and with false if it must end before that. Rejects when it has ended. */
async function isTooLate({ timeoutMs, signal }: Program, clock: Clock, ended: AbortSignal): Promise<boolean> {
  const asked = signal ?? new AbortController().signal;
  try {
    await clock.sleep(timeoutMs, AbortSignal.any([ended, asked]));
    return true;
  } catch (thrown) {
    if (ended.aborted || !asked.aborted) throw thrown;
    return false;
  }
}

/**
 * Resolves when the program has ended and its output was read. Processes that it left running can hold its output open, which is only
 * awaited briefly.
 */
async function endOf(child: ChildProcess, clock: Clock): Promise<number | null> {
  const closed = Promise.withResolvers<void>();
  const { promise: exited, resolve, reject } = Promise.withResolvers<number | null>();
  child.once("close", () => closed.resolve());
  child.once("exit", resolve);
  child.once("error", (cause: NodeJS.ErrnoException) =>
    reject(
      cause.code === "ENOENT"
        ? new Refused("tool-missing", "the program is not installed", { cause })
        : new Refused("failed", `the program couldn't be started: ${cause.code ?? "unknown"}`, { cause }),
    ),
  );
  const exitCode = await exited;
  const late = new AbortController();
  const waiting = clock.sleep(lingerMs, late.signal).catch((thrown: unknown) => {
    if (!late.signal.aborted) throw thrown;
  });
  await Promise.race([closed.promise, waiting]);
  late.abort();
  return exitCode;
}

/** Returns standard output and error in order of arrival; if there is too much, only the end. */
function keptOutput(child: ChildProcess): () => { readonly output: string; readonly isCut: boolean } {
  const chunks: Buffer[] = [];
  let size = 0;
  let isCut = false;
  const keep = (chunk: Buffer): void => {
    chunks.push(chunk);
    size += chunk.length;
    while (size - (chunks[0]?.length ?? 0) >= keptBytes) {
      size -= chunks.shift()?.length ?? 0;
      isCut = true;
    }
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return () => {
    const all = Buffer.concat(chunks);
    const kept = all.subarray(-keptBytes);
    if (!isCut && kept.length === all.length) return { output: kept.toString("utf8"), isCut };
    // Drops a truncated line: the rest of a password would not be recognized as one.
    const ending = kept.indexOf("\n");
    return { output: ending < 0 ? "" : kept.subarray(ending + 1).toString("utf8"), isCut: true };
  };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "ESRCH") throw thrown; // It just ended by itself.
  }
}
