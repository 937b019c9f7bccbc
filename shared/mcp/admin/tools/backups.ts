import { fullDatabaseName, normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { type Arguments, destructiveTool, readTool, type ToolContext, writeTool } from "../admin-tool.ts";
import { ApiRefused, apiRoute } from "../api-routes.ts";
import { doneResult, limitOf, oneResult, pageInput, pageOfAll, pageOfApi, pageOutput } from "../pages.ts";
import {
  doneField,
  flag,
  processField,
  type ResultFields,
  record,
  rows,
  text,
  texts,
  whole,
} from "../result-fields.ts";
import { nearest } from "./known-names.ts";
import { clientsOf, peopleText } from "./people.ts";
import { shownTo } from "./shown-to.ts";

const listOffsite = apiRoute("listOffsiteSchedules");
const listRuns = apiRoute("listOffsiteRuns");
const runOffsite = apiRoute("runOffsiteSchedule");
const listSchedules = apiRoute("listSchedules");
const listServerSchedules = apiRoute("listServerSchedules");
const listBackupFiles = apiRoute("listOffsiteBackupFiles");
const restoreFiles = apiRoute("restoreOffsiteFiles");
const listClients = apiRoute("listClients");
const listDatabases = apiRoute("listDatabases");
const runSchedule = apiRoute("runSchedule");
const runServerSchedule = apiRoute("runServerSchedule");

const offsite = { type: "string", minLength: 1, maxLength: 100, description: "Name as in get_offsite_status" } as const;

const backup = {
  type: "string",
  minLength: 1,
  maxLength: 200,
  description: "backup as in list_backups, or its snapshot if it has one",
} as const;

/** Kinds of tasks that close and replace files. For those, start_deployment must confirm first. */
const deploying: ReadonlySet<string> = new Set(["deployment", "recipe"]);

const runFields: ResultFields = {
  process_id: processField,
  backup: text("Name of the backup"),
  layout: text("Storage format: files or blocks"),
  snapshot: text("Snapshot, with the layout blocks"),
  state: text("done, failed, aborted, crashed or doneWithErrors; missing while it runs"),
  reason: text(),
  started_by: text(),
  started_at: text(),
  ended_at: text(),
  files: whole(),
  bytes: whole(),
  sent_files: whole(),
  sent_bytes: whole(),
};

export const backupTools = [
  readTool(
    "backups",
    "list_backups",
    {
      title: "List offsite backups",
      uses: [listRuns],
      description:
        "Lists the backups that a schedule sent offsite, newest first. Use it to see if offsite backups arrive, and to get a name for restore_backup.",
      input: { ...pageInput, schedule: offsite },
      required: ["schedule"],
      output: pageOutput("backups", runFields),
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
    "get_backup",
    {
      title: "Get an offsite backup",
      uses: [listOffsite, listBackupFiles],
      description:
        "Returns the files of an offsite backup and if it is complete. Use it before restore_backup, to see if a file is in it.",
      input: { schedule: offsite, backup },
      required: ["schedule", "backup"],
      output: {
        backup: text(),
        complete: flag("True if all of it arrived"),
        bytes: whole("Size of all files"),
        files: rows("Its files", { file: text(), bytes: whole(), container_files: whole() }),
      },
    },
    async (given, { api }) => {
      const place = await placeOf(given, { api });
      const found = await api.call(listBackupFiles, { ...place, backup: String(given.backup) });
      return oneResult({
        ...{ backup: found.backup, complete: found.whole, bytes: found.bytes },
        files: found.files.map((one) => ({
          ...{ file: one.fileName, bytes: one.bytes, container_files: one.container_files },
        })),
      });
    },
  ),
  destructiveTool(
    "backups",
    "restore_backup",
    {
      title: "Restore a file from an offsite backup",
      uses: [listOffsite, listBackupFiles, restoreFiles, listClients, listDatabases],
      description:
        "Restores one file from an offsite backup: next to the hosted one under another name (as), or in its place, with the replaced file kept for undo. Use it with as first, so that the user can compare.",
      input: {
        ...{ schedule: offsite, backup },
        file: { type: "string", minLength: 1, maxLength: 200, description: "Name as in get_backup" },
        as: {
          type: "string",
          minLength: 1,
          maxLength: 200,
          description: "Name of the restored file. Without it, the hosted file is closed and replaced",
        },
        message: {
          type: "string",
          maxLength: 200,
          description: "Text that users of a replaced file see, at most 200 characters. Default: none",
        },
      },
      required: ["schedule", "backup", "file"],
      output: {
        done: doneField,
        process_id: processField,
        deployment: whole("For start_deployment with undo"),
      },
    },
    async (given, { api }) => {
      const found = await api.call(listBackupFiles, {
        ...(await placeOf(given, { api })),
        backup: String(given.backup),
      });
      const file = hostedFileIn(
        found.files.map(({ fileName }) => fileName),
        String(given.file),
      );
      const target = fullDatabaseName(String(given.as ?? file));
      const { databases } = await api.call(listDatabases, {});
      const wanted = normalizedDatabaseName(target);
      const replaced = databases.find(({ filename }) => normalizedDatabaseName(filename) === wanted);
      const clients = replaced === undefined ? [] : await clientsOf(replaced.filename, { api });
      const effect =
        replaced === undefined
          ? "No hosted file is closed or replaced."
          : `${replaced.filename} is closed and replaced; what was changed since the backup is only in the kept file. ${peopleText(clients)} ${shownTo("Its users", given.message)}`;
      return {
        message: `Restore ${file} from the backup ${found.backup} as ${target}.${found.whole ? "" : " The backup isn't complete."} ${effect}`,
        state: { backup: found.backup, file, target, replaces: replaced?.filename ?? null, clients },
      };
    },
    async (given, { api }) => {
      const { message } = given;
      const restored = await api.call(restoreFiles, {
        ...(await placeOf(given, { api })),
        ...{ backup: String(given.backup), to: "here" },
        files: [{ fileName: String(given.file), ...(given.as !== undefined && { targetName: String(given.as) }) }],
        ...(typeof message === "string" && message !== "" && { message }),
      });
      return doneResult({ process_id: restored.processId, deployment: restored.deploymentId });
    },
  ),
  readTool(
    "backups",
    "list_schedules",
    {
      title: "List schedules",
      uses: [listSchedules, listServerSchedules],
      description:
        "Lists this service's schedules and FileMaker Server's own, with next and last run. Use it to find a backup or other schedule for run_schedule.",
      input: pageInput,
      output: pageOutput("schedules", {
        schedule: text("Name for run_schedule"),
        name: text(),
        kind: text("Its action, such as backup or deployment"),
        enabled: flag("True if it runs automatically"),
        running: flag("True if it runs now"),
        next_run: text(),
        last_run: text(),
        last_state: text("Result of the last run"),
        last_error: whole("FileMaker error of the last run; 0 is success"),
        process_id: whole("Process of the last run"),
      }),
    },
    async (given, context) => {
      const [{ schedules: own }, { schedules: server }] = await Promise.all([
        context.api.call(listSchedules, {}),
        context.api.call(listServerSchedules, {}),
      ]);
      const rows = [
        ...own.map(({ id, name, isEnabled, action, nextRuns: [next], lastRun }) => ({
          ...{ schedule: `own:${id}`, name, kind: action.kind, enabled: isEnabled, next_run: next },
          ...{ last_run: lastRun?.startedAt ?? lastRun?.plannedAt, process_id: lastRun?.processId },
          last_state: lastRun?.reason ?? lastRun?.processState ?? lastRun?.state,
        })),
        ...server.map(({ id, name, kind, isEnabled, isRunning, lastRunAt, nextRunAt, lastError }) => ({
          ...{ schedule: `filemaker:${id}`, name, kind, enabled: isEnabled, ...(isRunning && { running: true }) },
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
      description:
        "Shows for each offsite schedule if it is on time, and the result of its last run. Use it to check that backups leave the server, and to get a schedule for the other backup tools.",
      output: {
        schedules: rows("The offsite schedules", {
          schedule: text("Name for other tools"),
          state: text("ok, running, waiting, failed, overdue, off or missing"),
          warnings: texts("Warnings, one sentence each"),
          last_backup: text("Time when the newest backup had arrived"),
          next_backup: text("Time of the next backup"),
          last_run: record("The last run", runFields),
        }),
      },
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
      description:
        "Runs an offsite schedule at once. Returns a process_id. Use it for an offsite backup outside its schedule. For a backup on the server use run_schedule.",
      input: { schedule: offsite },
      required: ["schedule"],
      output: { done: doneField, process_id: processField },
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
      uses: [listSchedules, listServerSchedules, runSchedule, runServerSchedule],
      description:
        "Runs a schedule once. To start a deployment use start_deployment, which asks the user first. Use it with a schedule of the kind backup to back up files before closing or changing them.",
      input: {
        schedule: {
          type: "string",
          minLength: 1,
          maxLength: 100,
          description: "schedule or name as in list_schedules",
        },
      },
      required: ["schedule"],
      output: {
        done: doneField,
        process_id: whole("For get_process, if it is a schedule of this service"),
        running: flag("True if FileMaker Server is running it"),
        next: text("How to learn when it has finished"),
      },
    },
    async ({ schedule }, { api }) => {
      const { place, id } = await scheduleNamed(String(schedule), { api });
      if (place === "filemaker") {
        const { schedule: running } = await api.call(runServerSchedule, { id });
        return doneResult({
          running: running.isRunning,
          next: `Call list_schedules about every ten seconds until running is gone from ${String(schedule)}; last_error 0 means success.`,
        });
      }
      const { schedules: own } = await api.call(listSchedules, {});
      const found = own.find((one) => (place === "own" && String(one.id) === id) || one.name === schedule);
      if (found === undefined)
        throw new ApiRefused(404, 0, `There is no schedule ${JSON.stringify(schedule)}. Call list_schedules`);
      if (deploying.has(found.action.kind))
        throw new ApiRefused(409, 0, "This schedule deploys files. Use start_deployment, which asks the user first");
      const { processId } = await api.call(runSchedule, { id: found.id });
      return doneResult({ process_id: processId });
    },
  ),
];

/** Returns a schedule by its id in list_schedules, or by its name if FileMaker Server has it. */
async function scheduleNamed(given: string, { api }: Pick<ToolContext, "api">) {
  const [place = "", id = ""] = given.split(":");
  if (place === "filemaker" || place === "own") return { place, id };
  const { schedules } = await api.call(listServerSchedules, {});
  const found = schedules.find(({ name }) => name === given);
  return found === undefined ? { place: "own", id: given } : { place: "filemaker", id: found.id };
}

/**
 * Returns the place of a schedule's backups.
 * @throws ApiRefused if there is no such schedule
 */
async function placeOf({ schedule }: Arguments, { api }: Pick<ToolContext, "api">) {
  const { schedules: all } = await api.call(listOffsite, {});
  const found = all.find(({ name }) => name === schedule);
  const names = all.map(({ name }) => name);
  if (found === undefined)
    throw new ApiRefused(
      404,
      0,
      `There is no offsite schedule ${JSON.stringify(schedule)}.${nearest(String(schedule), names)} Call get_offsite_status`,
    );
  const { remote_name, bucket_name, remote_path } = found;
  return { remote_name, bucket_name, remote_path };
}

/** @throws ApiRefused if a backup lacks a file */
function hostedFileIn(names: readonly string[], file: string): string {
  const wanted = normalizedDatabaseName(file);
  const found = names.find((name) => normalizedDatabaseName(name) === wanted);
  if (found !== undefined) return found;
  throw new ApiRefused(
    404,
    0,
    `The backup has no file ${JSON.stringify(file)}.${nearest(file, names)} Call get_backup`,
  );
}
