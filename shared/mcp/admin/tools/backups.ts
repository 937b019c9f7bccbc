import { readTool, writeTool } from "../admin-tool.ts";
import { ApiRefused, apiRoute } from "../api-routes.ts";
import { doneResult, limitOf, oneResult, pageInput, pageOfAll, pageOfApi, pageOutput } from "../pages.ts";

const listOffsite = apiRoute("listOffsiteSchedules");
const listRuns = apiRoute("listOffsiteRuns");
const runOffsite = apiRoute("runOffsiteSchedule");
const listSchedules = apiRoute("listSchedules");
const listServerSchedules = apiRoute("listServerSchedules");
const runSchedule = apiRoute("runSchedule");
const runServerSchedule = apiRoute("runServerSchedule");

const offsite = { type: "string", minLength: 1, maxLength: 100, description: "Name as in get_offsite_status" } as const;

/** Kinds of tasks that close and replace files. For those, start_deployment must confirm first. */
const deploying: ReadonlySet<string> = new Set(["deployment", "recipe"]);

export const backupTools = [
  readTool(
    "backups",
    "list_backups",
    {
      title: "List offsite backups",
      uses: [listRuns],
      description: "Lists the backups that a schedule sent offsite, newest first.",
      input: { ...pageInput, schedule: offsite },
      required: ["schedule"],
      output: pageOutput("backups"),
    },
    async (given, context) => {
      const { position } = context;
      const page = await context.api.call(listRuns, {
        name: String(given.schedule),
        limit: limitOf(given),
        ...(typeof position === "string" && { cursor: position }),
      });
      return pageOfApi("backups", page.runs, page.cursor, context);
    },
  ),
  readTool(
    "backups",
    "list_schedules",
    {
      title: "List schedules",
      uses: [listSchedules, listServerSchedules],
      description: "Lists this service's schedules and FileMaker Server's own, with next and last run.",
      input: pageInput,
      output: pageOutput("schedules"),
    },
    async (given, context) => {
      const [{ schedules: own }, { schedules: server }] = await Promise.all([
        context.api.call(listSchedules, {}),
        context.api.call(listServerSchedules, {}),
      ]);
      const rows = [
        ...own.map(({ id, name, isEnabled, action, nextRuns: [next], lastRun }) => ({
          ...{ schedule: `own:${id}`, name, kind: action.kind, enabled: isEnabled, next_run: next, last_run: lastRun },
        })),
        ...server.map(({ id, name, kind, isEnabled, isRunning, lastRunAt, nextRunAt, lastError }) => ({
          ...{ schedule: `filemaker:${id}`, name, kind, enabled: isEnabled, running: isRunning },
          ...{ last_run: lastRunAt, next_run: nextRunAt, last_error: lastError },
        })),
      ];
      return pageOfAll("schedules", rows, given, context);
    },
  ),
  readTool(
    "backups",
    "get_offsite_status",
    {
      title: "Get offsite backup status",
      uses: [listOffsite],
      description: "Shows for each offsite schedule if it is on time, and the result of its last run.",
      output: { schedules: { type: "array", items: { type: "object" } } },
    },
    async (_given, { api }) => {
      const { schedules: found } = await api.call(listOffsite, {});
      const rows = found.map(({ name, state, warnings, last_backup: last, next_backup: next, last_run: run }) => ({
        ...{ schedule: name, state, warnings, last_backup: last, next_backup: next, last_run: run },
      }));
      return oneResult({ schedules: rows });
    },
  ),
  writeTool(
    "backups",
    "start_backup",
    {
      title: "Back up and send now",
      uses: [runOffsite],
      description: "Runs an offsite schedule at once. Returns a process_id.",
      input: { schedule: offsite },
      required: ["schedule"],
      output: { done: { type: "boolean" }, process_id: { type: "integer" } },
    },
    async ({ schedule }, { api }) => {
      const { processId } = await api.call(runOffsite, { name: String(schedule) });
      return doneResult({ process_id: processId });
    },
  ),
  writeTool(
    "backups",
    "run_schedule",
    {
      title: "Run a schedule now",
      uses: [listSchedules, runSchedule, runServerSchedule],
      description: "Runs a schedule once. To start a deployment use start_deployment, which asks the user first.",
      input: { schedule: { type: "string", minLength: 5, maxLength: 60, description: "As in list_schedules" } },
      required: ["schedule"],
      output: { done: { type: "boolean" }, process_id: { type: "integer" } },
    },
    async ({ schedule }, { api }) => {
      const [place, id = ""] = String(schedule).split(":");
      if (place === "filemaker") {
        await api.call(runServerSchedule, { id });
        return doneResult({});
      }
      const { schedules: own } = await api.call(listSchedules, {});
      const found = own.find((one) => place === "own" && String(one.id) === id);
      if (found === undefined) throw new ApiRefused(404, 0, "Schedule not found. Call list_schedules");
      if (deploying.has(found.action.kind))
        throw new ApiRefused(409, 0, "This schedule deploys files. Use start_deployment, which asks the user first");
      const { processId } = await api.call(runSchedule, { id: found.id });
      return doneResult({ process_id: processId });
    },
  ),
];
