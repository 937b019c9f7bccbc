import * as z from "zod";
import { Id } from "#shared/contract/scalars.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { buildTasks } from "./build-tasks.ts";
import { comparisonTasks } from "./comparison-tasks.ts";
import { deploymentTasks } from "./deployment-tasks.ts";
import { downloadTasks } from "./download-tasks.ts";
import { fileTasks } from "./file-tasks.ts";
import { patchTasks } from "./patch-tasks.ts";

/** Something that takes long, done by the agent step by step. */
export interface TaskDefinition {
  /** What it is asked with. A secret has one of the names in `secretNames`, at any depth. */
  readonly request: z.ZodObject;
  /** Its parts in order, as the process shows them. */
  readonly phases: readonly string[];
  /** As of a command: fields that an agent of an older version may do without. */
  readonly spare?: readonly string[];
}

/** Every kind of long work that an agent does; it refuses what is not named here (R7.3). A resource adds its tasks to this list. */
export const tasks = {
  ...fileTasks,
  ...downloadTasks,
  ...patchTasks,
  ...buildTasks,
  ...comparisonTasks,
  ...deploymentTasks,
} as const satisfies Readonly<Record<string, TaskDefinition>>;

export type TaskName = keyof typeof tasks;

export function isTask(name: string): name is TaskName {
  return Object.hasOwn(tasks, name);
}

/** What a task is asked with. */
export type TaskFields<Name extends TaskName> = z.output<(typeof tasks)[Name]["request"]>;
/** What a task may be given, before defaults. */
export type TaskFieldsFor<Name extends TaskName> = z.input<(typeof tasks)[Name]["request"]>;

/** Names of fields that hold a secret. The agent writes none of them down, and takes their values out of all that it tells. */
export const secretFieldNames = [
  "password",
  "pass",
  "token",
  "encryptionKey",
  "currentEncryptionKey",
  "secretAccessKey",
] as const;

/** Names one owner of a process: an owner that has lost it has another fence. */
const owner = { process: Id, fence: z.int().min(1) };

/** The most bytes of a program's output that one event carries. */
export const outputBytes = 49_152;

/** The most lines that one event carries: with the longest ones it still fits a frame. */
export const reportLines = 40;
/** The longest line, in characters. */
export const lineCharacters = 1_000;

/** How a task has come to its end. */
export const TaskEnd = z.object({
  state: z.enum(["done", "doneWithErrors", "failed", "aborted", "crashed"]),
  reason: z.string().max(lineCharacters).nullable(),
  /** What it has come to, as JSON, where there is more to say than the state. Never a secret. */
  outcome: z.string().max(60_000).optional(),
});
export type TaskEnd = z.infer<typeof TaskEnd>;

/** What an agent reports of its task. */
export const TaskReport = z.object({
  progress: z
    .strictObject({
      phase: z.string().max(200),
      done: z.int().min(0),
      total: z.int().min(0).nullable(),
      unit: z.string().max(50).nullable(),
    })
    .partial()
    .optional(),
  lines: z
    .array(
      z.strictObject({
        level: z.enum(["info", "success", "error"]),
        text: z.string().max(lineCharacters),
        /** The part of the work that it is about, however late it is reported. */
        phase: z.string().max(200).optional(),
      }),
    )
    .max(reportLines)
    .optional(),
  /** How many lines of the task stand before these. What was reported under an earlier fence is not reported twice. */
  linesBefore: z.int().min(0).optional(),
  end: TaskEnd.optional(),
});
export type TaskReport = z.infer<typeof TaskReport>;

/** One event of a task. Its owner numbers them from 1, and says each until it is taken (A1). */
export const TaskEvent = z.object({
  ...owner,
  number: z.int().min(1),
  report: TaskReport,
  /** A piece of what its programs have put out, and where it stands in the whole. */
  output: z.strictObject({ offset: z.int().min(0), bytes: z.base64().max(Math.ceil(outputBytes / 3) * 4) }).optional(),
});
export type TaskEvent = z.infer<typeof TaskEvent>;

/** A task that an agent has. `isWaiting`: it knows only from its journal, and goes on when it is offered again. */
export const HeldTask = z.object({ ...owner, isWaiting: z.boolean() });
export type HeldTask = z.infer<typeof HeldTask>;

/** What the service says to the owner of a process. `lost`: it has another owner by now, or is at its end. */
export const TaskInstruction = z.object({ ...owner, standing: z.enum(["go-on", "abort", "lost"]) });
export type TaskInstruction = z.infer<typeof TaskInstruction>;

/** Handing work over. */
export const taskCommands = lazySchemas({
  "work.start": {
    request: () =>
      z.strictObject({
        ...owner,
        work: z.string().max(100),
        fields: z.record(z.string(), z.unknown()),
        /** An agent has taken it before: one that knows nothing of it has lost it. */
        isAgain: z.boolean(),
        isAbortRequested: z.boolean(),
      }),
    /** `taken`: it is in the journal. `busy`: other work has the same files, or there is too much of it. `unknown`: it was lost. */
    reply: () => z.strictObject({ state: z.enum(["taken", "busy", "unknown"]) }),
  },
  /** The process was asked to abort. An event reports what comes of it. */
  "work.abort": { request: () => z.strictObject(owner), reply: () => z.strictObject({}) },
});
