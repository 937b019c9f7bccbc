import type { TaskEnd, TaskFields, TaskName, TaskReport } from "#shared/agent/protocol/tasks/task.ts";
import type { Callouts } from "#shared/ports/callouts.ts";
import type { Clock } from "../clock.ts";
import type { Host } from "../host.ts";
import type { FileServers } from "../server/file-server.ts";
import type { Steps } from "./steps.ts";

/** How a program of a task has ended. */
export interface ToolEnd {
  readonly exitCode: number | null;
  /** What it put out, without secrets. */
  readonly output: string;
  /** It was ended because it took too long. */
  readonly timedOut: boolean;
}

/** What a task may use. Its log lines go to the process, without secrets; what it puts into steps is written down as it is. */
export interface TaskContext extends Steps {
  readonly process: number;
  readonly host: Host;
  /** Where the agent keeps what others do not read. */
  readonly folder: string;
  readonly servers: FileServers;
  readonly clock: Clock;
  /** Calls to other servers; `networks` are those beside the public ones that may be called. */
  readonly callouts: (networks: readonly string[]) => Callouts;
  /** How long FileMaker Server may take to copy an open file. */
  readonly backupMs: number;
  /** Aborted when the task is to stop: it is undone then, or goes on in the agent's next run. */
  readonly signal: AbortSignal;
  /** Resolves once the service has said that the work is still this agent's. It may be another's by now: then it never does. @throws Refused where it is to stop */
  confirmed(): Promise<void>;
  progress(progress: NonNullable<TaskReport["progress"]>): void;
  say(level: "info" | "success" | "error", text: string): void;
  /**
   * Runs one of FileMaker Server's tools and keeps its output for the process. One that is left over from an earlier life of
   * the agent is ended first, so it must write only where the work puts it right again. `input` goes to its standard input.
   */
  tool(
    name: string,
    args: readonly string[],
    how?: { readonly input?: string; readonly timeoutMs?: number },
  ): Promise<ToolEnd>;
}

/** What a task is planned on. */
export type PlanContext = Pick<TaskContext, "process" | "host" | "servers">;

/** One kind of long work. */
export interface TaskKind<Name extends TaskName> {
  /** The files that it is about, by name or path: no two works have the same at a time. */
  files(fields: TaskFields<Name>): readonly string[];
  /** Where it needs space on a disk: decides where everything goes. Nothing is changed. @throws Refused, with no-space too */
  plan?(fields: TaskFields<Name>, context: PlanContext): Promise<unknown>;
  /** Said of one that has failed or was aborted, behind the reason: what that means for the files. */
  ending?(isPutBack: boolean): string;
  /** Says all its steps in the same order in every life of the agent; what is between steps changes nothing. */
  run(fields: TaskFields<Name>, context: TaskContext): Promise<TaskEnd>;
}
