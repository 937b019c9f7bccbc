import type { Process } from "#shared/processes/contract.ts";
import { destructiveTool, readTool } from "../admin-tool.ts";
import { apiRoute } from "../api-routes.ts";
import { doneResult, limitOf, oneResult, pageInput, pageOfApi, pageOutput } from "../pages.ts";
import { doneField, flag, type ResultFields, record, text, texts, whole } from "../result-fields.ts";

const listProcesses = apiRoute("listProcesses");
const readProcess = apiRoute("readProcess");
const readProcessLog = apiRoute("readProcessLog");
const abortProcess = apiRoute("abortProcess");

const processId = {
  type: "integer",
  minimum: 1,
  description: "The process_id that the starting call returned",
} as const;

const processFields: ResultFields = {
  process_id: whole(),
  kind: text(),
  title: text(),
  state: text("All but waiting and running are final"),
  phase: text(),
  percent: whole(),
  done: text(),
  eta_seconds: whole(),
  started_at: text(),
  ended_at: text("Missing until it ends"),
  started_by: text(),
  waiting_for: text(),
  reason: text(),
  can_cancel: flag("For cancel_process"),
};

export const processTools = [
  readTool(
    "processes",
    "list_processes",
    {
      title: "List processes",
      uses: [listProcesses],
      description:
        "Lists long-running operations, running ones first, then the newest. Use it to find long-running work whose process_id you do not have.",
      input: {
        ...pageInput,
        state: {
          type: "string",
          enum: ["open", "final", "failed", "crashed", "aborted", "doneWithErrors"],
          description: "Only processes in this state: open ones are waiting or running, final ones have ended",
        },
      },
      output: pageOutput("processes", processFields),
    },
    async (given, context) => {
      const { state } = given;
      const { position } = context;
      const page = await context.api.call(listProcesses, {
        limit: limitOf(given),
        ...(typeof position === "string" && { cursor: position }),
        ...(typeof state === "string" && { state: state as "open" }),
      });
      return pageOfApi("processes", page.processes.map(summaryOf), page.cursor, context);
    },
  ),
  readTool(
    "processes",
    "get_process",
    {
      title: "Get a process",
      uses: [readProcess, readProcessLog],
      description:
        "Shows the progress of a long-running operation: state, phase, percent, the reason of a failure, and the end of its log. Use it after a tool returned a process_id, about every five seconds.",
      input: {
        process_id: processId,
        log_lines: {
          type: "integer",
          minimum: 0,
          maximum: 200,
          default: 20,
          description: "Number of lines from the end of its log. Default: 20",
        },
      },
      required: ["process_id"],
      output: {
        process: record("The process", processFields),
        log: texts("Last lines of its log, oldest first"),
      },
      openWorld: true,
    },
    async ({ process_id: id, log_lines: lines = 20 }, { api }) => {
      const { process } = await api.call(readProcess, { id: Number(id) });
      const since = Math.max(0, process.logLines - Number(lines));
      const log = Number(lines) === 0 ? undefined : await api.call(readProcessLog, { id: Number(id), since });
      return oneResult({
        process: summaryOf(process),
        log: log?.lines.map(({ at, level, text }) => `${at} ${level} ${text}`),
      });
    },
  ),
  destructiveTool(
    "processes",
    "cancel_process",
    {
      title: "Cancel a process",
      uses: [readProcess, abortProcess],
      description:
        "Asks a long-running operation to stop, if its kind can be canceled. Finished steps are kept or undone, depending on the kind. Use it if get_process shows can_cancel.",
      input: { process_id: processId },
      required: ["process_id"],
      output: {
        done: doneField,
        process: record("The process", { process_id: whole(), state: text("May still be running for a while") }),
      },
    },
    async ({ process_id: id }, { api }) => {
      const { process } = await api.call(readProcess, { id: Number(id) });
      const { title, state, phase } = process;
      return {
        message: `Cancel the process ${process.id}, ${title} (${state}${phase === null ? "" : `, ${phase}`}).`,
        state: { process_id: process.id, process_state: state },
      };
    },
    async ({ process_id: id }, { api }) => {
      const { process } = await api.call(abortProcess, { id: Number(id) });
      return doneResult({ process: { process_id: process.id, state: process.state } });
    },
  ),
];

/** Returns the fields of a process that matter while waiting for it. */
function summaryOf(process: Process) {
  const { id, kind, title, state, phase, done, total, unit, etaSeconds, startedAt, endedAt, waitingFor, reason } =
    process;
  return {
    process_id: id,
    kind,
    title,
    state,
    phase,
    percent: total === null || total === 0 ? undefined : Math.min(100, Math.floor((done / total) * 100)),
    done: unit === null ? undefined : `${done}${total === null ? "" : ` of ${total}`} ${unit}`,
    eta_seconds: etaSeconds,
    started_at: startedAt,
    ended_at: endedAt,
    started_by: process.startedBy,
    waiting_for: waitingFor,
    reason,
    can_cancel: process.canAbort,
  };
}
