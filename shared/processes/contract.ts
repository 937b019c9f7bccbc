import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Id, Limit, Timestamp } from "#shared/contract/scalars.ts";

/** State of a process. The last five are final: a process reaches exactly one of them, and never leaves it. */
export const ProcessState = z
  .enum(["queued", "running", "done", "doneWithErrors", "failed", "aborted", "crashed"])
  .describe(
    "`queued` and `running` are open states, the others are final. `doneWithErrors`: some of the work failed; see the log. " +
      "`crashed`: the worker stopped, and the progress is unknown.",
  );
export type ProcessState = z.infer<typeof ProcessState>;

/** Event in the log of a process. */
export const ProcessLogLine = z.object({
  position: z.int().min(1).describe("Position in the log, without gaps."),
  at: Timestamp.describe("Time of the line."),
  level: z.enum(["info", "success", "error"]).describe("Kind of line: a step, a success or an error."),
  text: z.string().describe("Text of the line."),
  phase: z.string().nullable().describe("Phase of the line; null if no phase was running."),
});
export type ProcessLogLine = z.infer<typeof ProcessLogLine>;

/** Long-running work that a caller has started, and its progress. */
export const Process = z.object({
  id: Id.describe("The processId that the starting call returned."),
  kind: z.string().describe("Kind of process, such as `keys.rewrap`."),
  title: z.string().describe("Title of the process."),
  objects: z
    .array(z.string())
    .describe(
      "Object that the process changes, named as in the audit trail, such as `file:Contacts.fmp12`. Empty if there isn't a single one.",
    ),
  state: ProcessState,
  phase: z.string().nullable().describe("The current phase."),
  phases: z.array(z.string()).describe("All phases, in order."),
  phaseRuns: z
    .array(
      z.object({
        phase: z.string().describe("Name of the phase."),
        startedAt: Timestamp.describe("Start time."),
        endedAt: Timestamp.nullable().describe(
          "Time when the next phase started or the process ended; null while the phase is running.",
        ),
      }),
    )
    .describe("The newest 200 phases that were started, in order. A phase that started again is listed again."),
  done: z.int().min(0).describe("Amount done in this phase."),
  total: z.int().min(0).nullable().describe("Total amount of this phase; null while unknown."),
  unit: z.string().nullable().describe("Unit of the amounts, such as `keys` or `bytes`."),
  etaSeconds: z.int().min(0).nullable().describe("Estimated remaining time of this phase."),
  createdAt: Timestamp.describe("Time of the request."),
  startAt: Timestamp.nullable().describe("Requested start time; null means immediately."),
  startedAt: Timestamp.nullable().describe("Time when the work started; null if it hasn't."),
  endedAt: Timestamp.nullable().describe("Time when the process reached its final state; null while it is open."),
  startedBy: z.string().describe("The user who started the process, named as in the audit trail."),
  waitingFor: z.string().nullable().describe("Reason why the process is waiting."),
  reason: z.string().nullable().describe("Reason for the final state, if there is more to say."),
  canAbort: z.boolean().describe("True if the process can be aborted."),
  isAbortRequested: z.boolean().describe("True if an abort was requested. The final state shows the result."),
  logLines: z.int().min(0).describe("Number of lines in the log."),
  hasToolLog: z.boolean().describe("True if there is program output to download."),
});
export type Process = z.infer<typeof Process>;

/** Kinds of work that callers can start directly. Other kinds are started by their resources. */
const StartableKind = z
  .enum(["keys.rewrap", "uploads.tidy"])
  .describe(
    "`keys.rewrap`: re-encrypts all stored secrets that use an older master key. " +
      "`uploads.tidy`: deletes the data of deleted and expired uploads.",
  );

export type StartableKind = z.infer<typeof StartableKind>;

const ProcessInput = z.object({ id: z.coerce.number().pipe(Id).describe("The processId.") });

const example = {
  id: 42,
  kind: "keys.rewrap",
  title: "Re-encrypt stored secrets",
  objects: [],
  state: "running",
  phase: "data keys",
  phases: ["data keys", "admin keys"],
  phaseRuns: [{ phase: "data keys", startedAt: "2026-11-20T09:15:02.163Z", endedAt: null }],
  done: 120,
  total: null,
  unit: "keys",
  etaSeconds: null,
  createdAt: "2026-11-20T09:15:02.114Z",
  startAt: null,
  startedAt: "2026-11-20T09:15:02.163Z",
  endedAt: null,
  startedBy: "session:admin",
  waitingFor: null,
  reason: null,
  canAbort: true,
  isAbortRequested: false,
  logLines: 1,
  hasToolLog: false,
} as const;

/** Queue of messages about work. */
export const QueueName = z.enum(["jobs", "deliveries"]);
export type QueueName = z.infer<typeof QueueName>;

export const processes = resource({
  listProcesses: {
    method: "GET",
    path: "/svc/api/processes",
    summary: "List processes, open ones first, then newest first",
    description:
      "A page can have fewer processes than the limit, even none, while there are more: continue while there is a cursor. " +
      "A process that ends while you read the list can be listed twice.",
    access: "admin",
    input: z.object({
      cursor: Cursor.optional(),
      limit: Limit.optional(),
      state: ProcessState.or(z.enum(["open", "final"]))
        .optional()
        .describe("Only processes in this state. `open`: queued or running. `final`: any other state."),
      kind: z.string().min(1).max(100).optional().describe("Only this kind of process, such as `keys.rewrap`."),
      text: z.string().min(1).max(200).optional().describe("Text in the title, phase, reason or starter."),
      from: Timestamp.optional().describe("Earliest creation time, inclusive."),
      to: Timestamp.optional().describe("Latest creation time, exclusive."),
    }),
    output: z.object({
      processes: z.array(Process).describe("One page of processes, in the order of the list."),
      cursor: Cursor.nullable(),
    }),
    errors: [],
    example: { input: { state: "open" }, output: { processes: [example], cursor: null } },
  },
  startProcess: {
    method: "POST",
    path: "/svc/api/processes",
    summary: "Start a process",
    description:
      "Responds as soon as the process is stored. Follow the process by its processId. A process that starts later waits in the state `queued` " +
      "and can be aborted meanwhile.",
    access: "admin",
    role: "administrator",
    input: z.object({
      kind: StartableKind,
      startAt: Timestamp.optional().describe(
        "Start time, within the next year. The process starts at this time or a minute or two later. Default: immediately.",
      ),
    }),
    output: z.object({ processId: Id.describe("Id of the process.") }),
    status: () => 202,
    changes: (_input: { kind: string }, output?: { processId: number }) => output && `process:${output.processId}`,
    errors: [],
    example: { input: { kind: "keys.rewrap" }, output: { processId: 42 } },
  },
  readProcess: {
    method: "GET",
    path: "/svc/api/processes/{id}",
    summary: "Get the progress of a process",
    access: "admin",
    input: ProcessInput,
    output: z.object({ process: Process.describe("The process in its current state.") }),
    errors: ["process_not_found"],
    example: { input: { id: 42 }, output: { process: example } },
  },
  readProcessLog: {
    method: "GET",
    path: "/svc/api/processes/{id}/log",
    summary: "Read the log of a process from a position",
    access: "admin",
    input: ProcessInput.extend({
      since: z.coerce.number().int().min(0).optional().describe("Only lines after this position. Default: 0."),
      limit: Limit.optional(),
    }),
    output: z.object({
      lines: z.array(ProcessLogLine).describe("The lines after `since`, in order."),
      position: z.int().min(0).describe("Value of `since` for the next request."),
      state: ProcessState.describe("If the state is final and the page is empty, there are no more lines."),
    }),
    errors: ["process_not_found"],
    example: {
      input: { id: 42, since: 0 },
      output: {
        lines: [{ position: 1, at: "2026-11-20T09:15:02.163Z", level: "info", text: "Started", phase: "data keys" }],
        position: 1,
        state: "running",
      },
    },
  },
  readProcessLogText: {
    method: "GET",
    path: "/svc/api/processes/{id}/log.txt",
    summary: "Download the log of a process as text",
    description: "One line each: time, level, text.",
    access: "admin",
    input: ProcessInput,
    output: z.string(),
    answers: "bytes",
    contentType: "text/plain; charset=utf-8",
    errors: ["process_not_found"],
    example: { input: { id: 42 } },
  },
  readToolLog: {
    method: "GET",
    path: "/svc/api/processes/{id}/tool-log",
    summary: "Download the output of a process's program",
    description: "At most 2 MB are kept; the end of the output says how much was dropped.",
    access: "admin",
    input: ProcessInput,
    output: z.string(),
    answers: "text",
    contentType: "text/plain; charset=utf-8",
    errors: ["process_not_found", "tool_log_not_found"],
    example: { input: { id: 42 } },
  },
  listDeadLetters: {
    method: "GET",
    path: "/svc/api/dead-letters",
    summary: "List dead letters",
    description:
      "Messages that failed five times, and scheduled messages that couldn't be sent. On one machine, deliveries have none.",
    access: "admin",
    input: z.object({}),
    output: z.object({
      deadLetters: z
        .array(
          z.object({
            id: z.string().describe("Id of the message in the queue."),
            queue: QueueName.describe("Queue that gave the message up."),
            processId: z
              .int()
              .nullable()
              .describe("Id of the process that the message is for; null for other or unreadable messages."),
            deliveryId: z
              .string()
              .nullable()
              .describe("Id of the delivery that the message is for; null for other or unreadable messages."),
            receiveCount: z.int().describe("Number of attempts."),
          }),
        )
        .describe("The messages, at most 100 of each queue."),
    }),
    errors: [],
    example: {
      input: {},
      output: {
        deadLetters: [{ id: "17", queue: "jobs", processId: 42, deliveryId: null, receiveCount: 5 }],
      },
    },
  },
  redriveDeadLetters: {
    method: "POST",
    path: "/svc/api/dead-letters/redrive",
    summary: "Retry dead letters",
    description: "Use this after fixing the cause. Finished processes and deliveries don't change.",
    access: "admin",
    input: z.object({}),
    output: z.object({ moved: z.int().min(0).describe("Number of messages that were put back into the queue.") }),
    changes: () => "dead-letters",
    errors: [],
    example: { input: {}, output: { moved: 1 } },
  },
  abortProcess: {
    method: "POST",
    path: "/svc/api/processes/{id}/abort",
    summary: "Abort a process",
    description: "Requests an abort; the final state shows the result. Requesting it again has no effect.",
    access: "admin",
    input: ProcessInput,
    output: z.object({ process: Process.describe("The process in its current state.") }),
    status: () => 202,
    changes: ({ id }: { id: number }) => `process:${id}`,
    errors: ["process_not_found", "process_final", "process_not_abortable"],
    example: { input: { id: 42 }, output: { process: { ...example, isAbortRequested: true } } },
  },
});
