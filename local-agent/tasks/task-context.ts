import type { TaskEnd, TaskFields, TaskName, TaskReport } from "#shared/agent/protocol/tasks/task.ts";
import type { Callouts } from "#shared/ports/callouts.ts";
import type { Clock } from "../clock.ts";
import type { Host } from "../host.ts";
import type { FileServers } from "../server/file-server.ts";
import type { Steps } from "./steps.ts";

/** Result of a task's program. */
export interface ToolEnd {
  readonly exitCode: number | null;
  /** Its output, without secrets. */
  readonly output: string;
  /** True if it was ended because of the timeout. */
  readonly timedOut: boolean;
}

/** Dependencies of a task. Log lines go to the process, without secrets; step results are stored as they are. */
export interface TaskContext extends Steps {
  readonly process: number;
  readonly host: Host;
  /** Folder that only the agent's account can read. */
  readonly folder: string;
  readonly servers: FileServers;
  readonly clock: Clock;
  /** Returns calls to other servers; `networks` can be called in addition to public ones. */
  readonly callouts: (networks: readonly string[]) => Callouts;
  /** Maximum milliseconds for FileMaker Server to copy an open file. */
  readonly backupMs: number;
  /** Aborted when the task must stop: it is then undone, or continues in the agent's next run. */
  readonly signal: AbortSignal;
  /**
   * Resolves once the service has confirmed that the task still belongs to this agent. Never resolves if it belongs to another one.
   * @throws Refused if the task must stop
   */
  confirmed(): Promise<void>;
  progress(progress: NonNullable<TaskReport["progress"]>): void;
  say(level: "info" | "success" | "error", text: string): void;
  /**
   * Runs one of FileMaker Server's tools and keeps its output for the process. First ends a tool of an earlier run of the agent, so it must
   * only write where the task starts over. `input` is written to its standard input.
   */
  tool(
    name: string,
    args: readonly string[],
    how?: { readonly input?: string; readonly timeoutMs?: number },
  ): Promise<ToolEnd>;
}

/** Dependencies of planning a task. */
export type PlanContext = Pick<TaskContext, "process" | "host" | "servers">;

/** Kind of long task. */
export interface TaskKind<Name extends TaskName> {
  /** Returns its files, by name or path: tasks that share one don't run at the same time. */
  files(fields: TaskFields<Name>): readonly string[];
  /** Plans all paths, for tasks that need disk space. Changes nothing. @throws Refused, also with no-space */
  plan?(fields: TaskFields<Name>, context: PlanContext): Promise<unknown>;
  /** Returns what a failure or abort means for the files, which is added to the reason. */
  ending?(isPutBack: boolean): string;
  /** Performs all steps in the same order in every run of the agent; code between steps must not change anything. */
  run(fields: TaskFields<Name>, context: TaskContext): Promise<TaskEnd>;
}
