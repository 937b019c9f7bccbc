import * as z from "zod";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Id, Limit, Timestamp } from "#shared/contract/scalars.ts";

/** State of a process. The last five are final: a process reaches exactly one of them, and never leaves it (R6.3). */
export const ProcessState = z
  .enum(["queued", "running", "done", "doneWithErrors", "failed", "aborted", "crashed"])
  .describe(
    "`queued` and `running` are open, the others final. `doneWithErrors`: some of it could not be done, the log says what. " +
      "`crashed`: the worker is gone, and how far it came is unknown.",
  );
export type ProcessState = z.infer<typeof ProcessState>;

/** Event in the log of a process. */
export const ProcessLogLine = z.object({
  position: z.int().min(1).describe("Its place in the log, without gaps."),
  at: Timestamp.describe("When it was written."),
  level: z.enum(["info", "success", "error"]).describe("What it reports: a step, a success or an error."),
  text: z.string().describe("What happened, for people."),
  phase: z.string().nullable().describe("The part of the work that it is about. Null: none was under way."),
});
export type ProcessLogLine = z.infer<typeof ProcessLogLine>;

/** Long-running work that a caller has started, and its progress. */
export const Process = z.object({
  id: Id.describe("The processId that the call which started it has answered."),
  kind: z.string().describe("What kind of work, such as `keys.rewrap`."),
  title: z.string().describe("What it does, for people."),
  objects: z
    .array(z.string())
    .describe(
      "What it is about, as the audit trail names things, such as `file:Contacts.fmp12`. Empty: nothing alone.",
    ),
  state: ProcessState,
  phase: z.string().nullable().describe("The part of it that is under way."),
  phases: z.array(z.string()).describe("All parts in order."),
  phaseRuns: z
    .array(
      z.object({
        phase: z.string().describe("The part of the work."),
        startedAt: Timestamp.describe("When it was begun."),
        endedAt: Timestamp.nullable().describe(
          "When the next one was begun, or the process ended. Null: it is under way.",
        ),
      }),
    )
    .describe("The parts that were begun, in order, the newest 200. One that was begun again stands here again."),
  done: z.int().min(0).describe("How much of this phase is done."),
  total: z.int().min(0).nullable().describe("How much there is to do in this phase; null while that is unknown."),
  unit: z.string().nullable().describe("What is counted, such as `keys` or `bytes`."),
  etaSeconds: z
    .int()
    .min(0)
    .nullable()
    .describe("How long this phase will take from now on, as far as can be estimated."),
  createdAt: Timestamp.describe("When it was asked for."),
  startAt: Timestamp.nullable().describe("The moment that it was asked to start at. Null: at once."),
  startedAt: Timestamp.nullable().describe("When the work began. Null: not yet."),
  endedAt: Timestamp.nullable().describe("When it reached its final state. Null: it is open."),
  startedBy: z.string().describe("Who has asked for it, as the audit trail says it."),
  waitingFor: z.string().nullable().describe("Why it does not go on, where it waits for something."),
  reason: z.string().nullable().describe("Why it ended as it did, where there is more to say than the state."),
  canAbort: z.boolean().describe("Whether it can be asked to abort."),
  isAbortRequested: z.boolean().describe("Whether it was asked to abort. The final state says what came of that."),
  logLines: z.int().min(0).describe("How many lines its log has."),
  hasToolLog: z.boolean().describe("Whether a program has left an output to download."),
});
export type Process = z.infer<typeof Process>;

/** Kinds of work that callers can start directly. Other kinds are started by their resources. */
const StartableKind = z
  .enum(["keys.rewrap", "uploads.tidy"])
  .describe(
    "`keys.rewrap`: seals all stored secrets again that an older master key has sealed. " +
      "`uploads.tidy`: deletes the bytes of uploads that are gone.",
  );

export type StartableKind = z.infer<typeof StartableKind>;

const ProcessInput = z.object({ id: z.coerce.number().pipe(Id).describe("The processId.") });

const example = {
  id: 42,
  kind: "keys.rewrap",
  title: "Seal stored passwords again",
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

export const processes = resource({
  listProcesses: {
    method: "GET",
    path: "/svc/api/processes",
    summary: "List processes: open ones first, then by time, newest first",
    description:
      "A page may hold fewer processes than asked for, even none, while there are more: go on while there is a cursor. " +
      "A process that ends while the list is read may be listed twice.",
    access: "admin",
    input: z.object({
      cursor: Cursor.optional(),
      limit: Limit.optional(),
      state: ProcessState.or(z.enum(["open", "final"]))
        .optional()
        .describe("Only processes in this state. `open`: queued or running. `final`: in any of the others."),
      kind: z.string().min(1).max(100).optional().describe("Only this kind of work, such as `keys.rewrap`."),
      text: z.string().min(1).max(200).optional().describe("What title, phase, reason or starter contain."),
      from: Timestamp.optional().describe("Created at this moment or later."),
      to: Timestamp.optional().describe("Created before this moment."),
    }),
    output: z.object({
      processes: z.array(Process).describe("A page of processes, in the order of the list."),
      cursor: Cursor.nullable(),
    }),
    errors: [],
    example: { input: { state: "open" }, output: { processes: [example], cursor: null } },
  },
  startProcess: {
    method: "POST",
    path: "/svc/api/processes",
    summary: "Start work that takes long",
    description:
      "Answers as soon as the work is stored. Follow it by its processId. Work that starts later waits in the state `queued`, " +
      "and can be aborted until then as any other.",
    access: "admin",
    role: "administrator",
    input: z.object({
      kind: StartableKind,
      startAt: Timestamp.optional().describe(
        "When to start, within the next year: not before this moment, and within a minute or two of it. Default: at once.",
      ),
    }),
    output: z.object({ processId: Id.describe("The id of the process, to follow it by.") }),
    status: () => 202,
    changes: (_input: { kind: string }, output?: { processId: number }) => output && `process:${output.processId}`,
    errors: [],
    example: { input: { kind: "keys.rewrap" }, output: { processId: 42 } },
  },
  readProcess: {
    method: "GET",
    path: "/svc/api/processes/{id}",
    summary: "Read how far a process is",
    access: "admin",
    input: ProcessInput,
    output: z.object({ process: Process.describe("The process as it stands now.") }),
    errors: ["process_not_found"],
    example: { input: { id: 42 }, output: { process: example } },
  },
  readProcessLog: {
    method: "GET",
    path: "/svc/api/processes/{id}/log",
    summary: "Read the log of a process, from a position on",
    access: "admin",
    input: ProcessInput.extend({
      since: z.coerce.number().int().min(0).optional().describe("Only lines behind this position. Default 0."),
      limit: Limit.optional(),
    }),
    output: z.object({
      lines: z.array(ProcessLogLine).describe("The lines behind `since`, in order."),
      position: z.int().min(0).describe("What to send as `since` to go on."),
      state: ProcessState.describe("Once it is final and the page is empty, there will be no more lines."),
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
    description: "A line each: moment, level, text.",
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
    summary: "Download what the program that did the work has put out",
    description: "At most 2 MB are kept; what was left out is said at the end.",
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
    summary: "List messages about work that were given up after five attempts",
    access: "admin",
    input: z.object({}),
    output: z.object({
      deadLetters: z
        .array(
          z.object({
            id: z.string().describe("The message's id in the queue."),
            processId: z.int().nullable().describe("The process that it is about; null where it cannot be read."),
            receiveCount: z.int().describe("How often it was tried."),
          }),
        )
        .describe("The messages that were given up, a hundred of them at most."),
    }),
    errors: [],
    example: { input: {}, output: { deadLetters: [{ id: "17", processId: 42, receiveCount: 5 }] } },
  },
  redriveDeadLetters: {
    method: "POST",
    path: "/svc/api/dead-letters/redrive",
    summary: "Put messages that were given up into the queue again",
    description: "For after a repair. A process that has come to its end stays as it is.",
    access: "admin",
    input: z.object({}),
    output: z.object({ moved: z.int().min(0).describe("How many messages were put back.") }),
    changes: () => "dead-letters",
    errors: [],
    example: { input: {}, output: { moved: 1 } },
  },
  abortProcess: {
    method: "POST",
    path: "/svc/api/processes/{id}/abort",
    summary: "Ask for a process to be aborted",
    description: "A request: the final state says what came of it. Asking again changes nothing.",
    access: "admin",
    input: ProcessInput,
    output: z.object({ process: Process.describe("The process as it stands now.") }),
    status: () => 202,
    changes: ({ id }: { id: number }) => `process:${id}`,
    errors: ["process_not_found", "process_final", "process_not_abortable"],
    example: { input: { id: 42 }, output: { process: { ...example, isAbortRequested: true } } },
  },
});
