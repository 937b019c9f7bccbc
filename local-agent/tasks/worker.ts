import { basename } from "node:path";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import {
  type HeldTask,
  isTask,
  type TaskFields,
  type TaskInstruction,
  type TaskName,
  tasks,
} from "#shared/agent/protocol/tasks/task.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { Refused } from "../refused.ts";
import { type NoteWatch, openTaskJournal, openTaskJournals } from "./task-journal.ts";
import { type TaskRun, type TaskRunOptions, taskRun } from "./task-run.ts";

/** Long tasks of this agent: accepted once, reported until the service knows, and continued after a restart. */
export interface Worker {
  /** Accepts an offer, or the newest fence of a task that it has. @throws Refused */
  start(offer: Offer): ReplyOf<"work.start">;
  abort(owner: FieldsOf<"work.abort">): void;
  /** Returns all current tasks, for heartbeats. */
  heldTasks(): readonly HeldTask[];
  /** Handles the service's reply to a heartbeat. */
  onHeartbeatReply(states: readonly TaskInstruction[]): void;
  /** Handles the service's reply to an event. */
  taken(answer: TaskInstruction & { readonly number: number; readonly isKept: boolean }): void;
  /** Sends unanswered events again. */
  resend(): void;
  /** Stops work without ending any task. The agent resumes the tasks when it next starts. */
  stop(): Promise<void>;
}

interface WorkerOptions extends Omit<TaskRunOptions, "servers" | "stopping"> {
  /** Folder of the journals. */
  readonly folder: string;
  readonly servers: (stopping: AbortSignal) => TaskRunOptions["servers"];
  readonly watch?: NoteWatch | undefined;
}

type Offer = FieldsOf<"work.start">;

/** Maximum number of concurrent tasks: tools read and write whole files. */
const maxAtOnce = 4;

export function worker({ folder, watch, servers, ...rest }: WorkerOptions): Worker {
  const stopping = new AbortController();
  const options: TaskRunOptions = { ...rest, folder, servers: servers(stopping.signal), stopping: stopping.signal };
  const runs = new Map<number, TaskRun>();
  for (const journal of openTaskJournals(folder, watch)) runs.set(journal.process, taskRun(journal, options));

  /** @throws Refused for tasks that aren't in the catalog */
  const checked = ({ work, fields }: Offer) => {
    if (!isTask(work)) throw new Refused("unknown-command", `this agent doesn't support ${work}`);
    const parsed = tasks[work].request.safeParse(fields);
    if (!parsed.success) throw new Refused("unknown-command", `invalid input for ${work}`);
    return { work, fields: parsed.data as TaskFields<TaskName> };
  };

  /**
   * True if the task would exceed the limit or share a file. A lost task that isn't running blocks no other: it may never be offered again.
   */
  const isTooMuch = (files: readonly string[], own?: TaskRun): boolean => {
    const isOpen = (run: TaskRun) => run !== own && !run.isOver && !(run.isLost && run.isWaiting);
    const open = [...runs.values()].filter(isOpen);
    return open.length >= maxAtOnce || open.some((run) => run.files.some((file) => files.includes(file)));
  };

  const abort = ({ process, fence }: FieldsOf<"work.abort">): void => {
    const run = runs.get(process);
    if (run?.fence === fence) run.abort();
  };

  return {
    start(offer) {
      const { process, fence, isAgain, isAbortRequested } = offer;
      const { work, fields } = checked(offer);
      let run = runs.get(process);
      if (run === undefined) {
        if (isAgain) return { state: "unknown" };
        const files = options.kinds[work].files(fields as never).map(lockOf);
        if (isTooMuch(files)) return { state: "busy" };
        const journal = openTaskJournal(folder, process, watch);
        journal.note({ note: "begun", work, files });
        run = taskRun(journal, options);
        runs.set(process, run);
      } else if (run.isWaiting && !run.isOver && isTooMuch(run.files, run)) return { state: "busy" };
      if (isAbortRequested) run.abort();
      // An offer that was overtaken by a newer one doesn't return the task to its previous owner.
      if (fence > run.fence) run.own(fence, work, fields);
      return { state: "taken" };
    },

    abort,

    heldTasks: () =>
      [...runs].map(([process, { fence, isWaiting }]) => ({ process, fence: Math.max(1, fence), isWaiting })),

    onHeartbeatReply(states) {
      for (const instruction of states) {
        if (instruction.standing === "abort") abort({ process: instruction.process, fence: instruction.fence });
        const run = runs.get(instruction.process);
        if (run?.fence === instruction.fence) run.isLost = instruction.standing === "lost";
      }
    },

    taken({ process, fence, number, isKept, standing: instruction }) {
      const run = runs.get(process);
      if (run === undefined || run.fence !== fence || stopping.signal.aborted) return;
      run.isLost = instruction === "lost";
      if (!isKept || !run.taken(number)) return;
      run.forget();
      runs.delete(process);
    },

    resend() {
      for (const run of runs.values()) run.resend();
    },

    async stop() {
      stopping.abort();
      await Promise.all([...runs.values()].map((run) => run.stop()));
    },
  };
}

/** Returns the lock of a file: a server can't host two files of one name, even in different folders. */
function lockOf(file: string): string {
  return normalizedDatabaseName(basename(file.replaceAll("\\", "/")));
}
