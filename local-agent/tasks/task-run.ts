import type { TaskEvent, TaskFields, TaskName } from "#shared/agent/protocol/tasks/task.ts";
import type { Clock } from "../clock.ts";
import type { Host } from "../host.ts";
import type { AgentLog } from "../log.ts";
import { runProgram } from "../programs/run-program.ts";
import { isProgramRunning, killGroup, startMarkOf, waitForExit } from "../programs/running-program.ts";
import { Refused, refusedBy } from "../refused.ts";
import type { FileServers } from "../server/file-server.ts";
import { outbox } from "./outbox.ts";
import { type Redaction, redactionOf } from "./redaction.ts";
import { runSteps, type Steps } from "./steps.ts";
import { Stopping } from "./stopping.ts";
import type { TaskContext, TaskKind } from "./task-context.ts";
import type { TaskJournal } from "./task-journal.ts";

/** Task of the agent, from its offer until the service knows its end. */
export interface TaskRun {
  /** Files that no other task can work on in the meantime. */
  readonly files: readonly string[];
  /** Newest fence under which it was offered; 0 for none. */
  readonly fence: number;
  readonly isOver: boolean;
  /** True if it is only known from the journal, and continues when it is offered again. */
  readonly isWaiting: boolean;
  /** True if its reports are rejected until it is offered again. */
  isLost: boolean;
  own(fence: number, work: TaskName, fields: TaskFields<TaskName>): void;
  abort(): void;
  /** Records that the event with this number was accepted. Returns true if it was the last one of a finished task. */
  taken(number: number): boolean;
  resend(): void;
  forget(): void;
  stop(): Promise<void>;
}

export type TaskKinds = { readonly [Name in TaskName]: TaskKind<Name> };

export interface TaskRunOptions {
  readonly kinds: TaskKinds;
  readonly host: Host;
  /** Folder that only the agent's account can read. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: AgentLog;
  readonly servers: FileServers;
  readonly callouts: TaskContext["callouts"];
  /** Maximum milliseconds for FileMaker Server to copy an open file. */
  readonly backupMs: number;
  readonly stopping: AbortSignal;
  readonly send: (event: TaskEvent) => void;
}

/** Default timeout of a tool in milliseconds, for files of any size. */
const usualToolMs = 24 * 60 * 60_000;

export function taskRun(journal: TaskJournal, options: TaskRunOptions): TaskRun {
  const { kinds, host, folder, clock, log, servers, callouts, backupMs, stopping, send } = options;
  const begun = journal.notes.find((note) => note.note === "begun");
  const aborting = new AbortController();
  const signal = AbortSignal.any([aborting.signal, stopping]);
  const out = outbox({ journal, send });
  let fence = journal.notes.reduce((last, note) => (note.note === "owned" ? note.fence : last), 0);
  let isOver = journal.notes.some(({ note }) => note === "ended");
  let isOffered = false;
  let running: Promise<void> = Promise.resolve();

  const contextOf = (steps: Steps, redacted: Redaction): TaskContext => ({
    ...steps,
    process: journal.process,
    host,
    folder,
    servers,
    clock,
    callouts,
    backupMs,
    signal,
    async confirmed() {
      await Promise.race([out.confirmed(), aborted(signal)]);
      if (signal.aborted) throw new Refused("failed", "aborted");
    },
    progress: (progress) => out.progress(progress),
    say: (level, text) => out.say(level, redacted(text)),
    async tool(name, args, { input = "", timeoutMs = usualToolMs } = {}) {
      const started = (pid: number) => journal.note({ note: "program", pid, startMark: startMarkOf(pid) });
      const program = { file: host.tool(name), args, cwd: host.serverPath, input, timeoutMs, signal, started };
      const ended = await runProgram(program, clock);
      if (stopping.aborted) throw new Stopping();
      const output = redacted(ended.output);
      out.output(output);
      if (aborting.signal.aborted) throw new Refused("failed", "aborted");
      return { exitCode: ended.exitCode, output, timedOut: ended.timedOut };
    },
  });

  /** Ends tools that an earlier run of the agent started: their drafts are created again. */
  const endOrphanedPrograms = async (): Promise<void> => {
    for (const note of journal.notes) {
      if (note.note !== "program" || !isProgramRunning(note.pid, note.startMark)) continue;
      killGroup(note.pid);
      await waitForExit(note.pid, note.startMark, clock, stopping);
    }
  };
  // Started immediately, even if the task is never offered again. Errors are thrown where the result is awaited.
  const orphansEnded = endOrphanedPrograms();
  orphansEnded.catch(() => undefined);

  const perform = async (work: TaskName, fields: TaskFields<TaskName>): Promise<void> => {
    const redacted = redactionOf(fields);
    const { run, ending } = kinds[work] as TaskKind<TaskName>;
    const failed = (text: string) => out.say("error", redacted(text));
    await orphansEnded;
    const ended = await runSteps({ journal, aborting: aborting.signal, stopping, failed, ending }, (steps) =>
      run(fields, contextOf(steps, redacted)),
    );
    const end = { ...ended, reason: ended.reason && redacted(ended.reason) };
    if (end.reason !== null) out.say(end.state === "aborted" ? "info" : "error", end.reason);
    await journal.write({ note: "ended", end });
    isOver = true;
    out.end(end);
  };

  return {
    files: begun?.files ?? [],
    get fence() {
      return fence;
    },
    get isOver() {
      return isOver;
    },
    get isWaiting() {
      return !isOffered;
    },
    isLost: false,

    own(next, work, fields) {
      fence = next;
      this.isLost = false;
      journal.note({ note: "owned", fence });
      out.own(fence);
      if (isOffered || isOver) {
        isOffered = true;
        return;
      }
      isOffered = true;
      running = perform(work, fields).catch((thrown: unknown) => {
        if (thrown instanceof Stopping || stopping.aborted) return;
        // The journal can't be written: the task stays as it is, and continues when the service offers it again.
        isOffered = false;
        log({ event: "work_held_up", process: journal.process, reason: refusedBy(thrown).message });
      });
    },

    abort: () => aborting.abort(),
    taken: (number) => out.taken(number),
    resend() {
      if (!this.isLost && isOffered) out.send();
    },
    forget: () => journal.forget(),
    async stop() {
      journal.close();
      await running;
    },
  };
}

/** Resolves when a signal aborts. */
function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener("abort", () => resolve(), { once: true });
  return promise;
}
