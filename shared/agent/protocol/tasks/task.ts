import * as z from "zod";
import { Id } from "#shared/contract/scalars.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { backupTasks } from "./backup-tasks.ts";
import { buildTasks } from "./build-tasks.ts";
import { comparisonTasks } from "./comparison-tasks.ts";
import { deploymentTasks } from "./deployment-tasks.ts";
import { downloadTasks } from "./download-tasks.ts";
import { fileTasks } from "./file-tasks.ts";
import { patchTasks } from "./patch-tasks.ts";

/** Long-running work that the agent does step by step. */
export interface TaskDefinition {
  /** Schema of its fields. A secret has one of the names in `secretFieldNames`, at any depth. */
  readonly request: z.ZodObject;
  /** Its phases in order, as the process shows them. */
  readonly phases: readonly string[];
  /** As for a command: fields that are dropped for an older agent. */
  readonly spare?: readonly string[];
}

/** All tasks of an agent. It rejects any other. A resource adds its tasks to this list. */
export const tasks = {
  ...fileTasks,
  ...downloadTasks,
  ...patchTasks,
  ...buildTasks,
  ...comparisonTasks,
  ...deploymentTasks,
  ...backupTasks,
} as const satisfies Readonly<Record<string, TaskDefinition>>;

export type TaskName = keyof typeof tasks;

export function isTask(name: string): name is TaskName {
  return Object.hasOwn(tasks, name);
}

/** Fields of a task after defaults. */
export type TaskFields<Name extends TaskName> = z.output<(typeof tasks)[Name]["request"]>;
/** Fields of a task before defaults. */
export type TaskFieldsFor<Name extends TaskName> = z.input<(typeof tasks)[Name]["request"]>;

/** Names of fields that hold a secret. The agent doesn't store them, and removes their values from all output. */
export const secretFieldNames = [
  "password",
  "pass",
  "token",
  "encryptionKey",
  "currentEncryptionKey",
  "secretAccessKey",
] as const;

/** Identifies one owner of a process. After losing it, an owner's fence is outdated. */
const owner = { process: Id, fence: z.int().min(1) };

/** Maximum size of a program's output in one event. Bytes. */
export const outputBytes = 49_152;

/** Maximum number of lines in one event. Fits a frame even with the longest lines. */
export const reportLines = 40;
/** Maximum length of a line in characters. */
export const lineCharacters = 1_000;

/** End of a task. */
export const TaskEnd = z.object({
  state: z.enum(["done", "doneWithErrors", "failed", "aborted", "crashed"]),
  reason: z.string().max(lineCharacters).nullable(),
  /** Result as JSON, if there is more to report than the state. Never a secret. */
  outcome: z.string().max(60_000).optional(),
});
export type TaskEnd = z.infer<typeof TaskEnd>;

/** Progress report of a task. */
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
        /** Phase that it belongs to, however late it is reported. */
        phase: z.string().max(200).optional(),
      }),
    )
    .max(reportLines)
    .optional(),
  /** Number of the task's lines that precede these. Lines reported under an earlier fence aren't repeated. */
  linesBefore: z.int().min(0).optional(),
  end: TaskEnd.optional(),
});
export type TaskReport = z.infer<typeof TaskReport>;

/** Event of a task. Its owner numbers events from 1 and repeats each until it is confirmed. */
export const TaskEvent = z.object({
  ...owner,
  number: z.int().min(1),
  report: TaskReport,
  /** Piece of its programs' output, and its offset in the whole. */
  output: z.strictObject({ offset: z.int().min(0), bytes: z.base64().max(Math.ceil(outputBytes / 3) * 4) }).optional(),
});
export type TaskEvent = z.infer<typeof TaskEvent>;

/** Task that an agent has. `isWaiting`: it is only in the journal, and continues when it is offered again. */
export const HeldTask = z.object({ ...owner, isWaiting: z.boolean() });
export type HeldTask = z.infer<typeof HeldTask>;

/** Reply to the owner of a process. `lost`: the process has another owner or has ended. */
export const TaskInstruction = z.object({ ...owner, standing: z.enum(["go-on", "abort", "lost"]) });
export type TaskInstruction = z.infer<typeof TaskInstruction>;

/** Hands tasks to the agent. */
export const taskCommands = lazySchemas({
  "work.start": {
    request: () =>
      z.strictObject({
        ...owner,
        work: z.string().max(100),
        fields: z.record(z.string(), z.unknown()),
        /** True if an agent accepted it before. An agent that doesn't know it has lost it. */
        isAgain: z.boolean(),
        isAbortRequested: z.boolean(),
      }),
    /** `taken`: it is in the journal. `busy`: other work uses the same files, or too much is running. `unknown`: it was lost. */
    reply: () => z.strictObject({ state: z.enum(["taken", "busy", "unknown"]) }),
  },
  /** Requests that the process is aborted. An event reports the result. */
  "work.abort": { request: () => z.strictObject(owner), reply: () => z.strictObject({}) },
});
