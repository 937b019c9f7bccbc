import * as z from "zod";
import { BuildRequest } from "#shared/builds/contract.ts";
import { resource } from "#shared/contract/operation.ts";
import { Cursor, Id, Limit, Timestamp } from "#shared/contract/scalars.ts";
import { adminApiErrors } from "#shared/contract/values/admin-api-errors.ts";
import { DeploymentRequest } from "#shared/deployments/request/contract.ts";
import { ProcessState } from "#shared/processes/contract.ts";

/** Timing of a schedule. */
export const Timing = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("once").describe("Runs once."),
    at: Timestamp.describe("Time of the run."),
  }),
  z.object({
    kind: z.literal("repeating").describe("Runs repeatedly."),
    cron: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe(
        "Minute, hour, day of the month, month and weekday, such as `30 2 * * 1-5`. Runs once if daylight saving time skips or repeats a fixed time.",
      ),
    timeZone: z.string().min(1).max(100).describe("Time zone of the times, such as `Europe/Berlin`."),
  }),
]);
export type Timing = z.infer<typeof Timing>;

/** Action of a schedule. A new kind needs an entry here and in the wiring of schedules. */
export const ScheduledAction = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("build").describe("Makes a build."),
    input: BuildRequest.describe(
      "Input of `POST /svc/api/build`. A repeating build without `force` gets the time appended to its id.",
    ),
  }),
  z.object({
    kind: z.literal("deployment").describe("Deploys files."),
    input: DeploymentRequest.describe("Input of `POST /svc/api/deployment`."),
  }),
  z.object({
    kind: z.literal("recipe").describe("Runs a recipe, in its state at the time of the run."),
    input: z.object({ recipeId: Id.describe("Id of the recipe.") }).describe("Which one."),
  }),
  z.object({
    kind: z
      .literal("serverSchedule")
      .describe("Runs one of FileMaker Server's own schedules, such as a backup, and waits until it has finished."),
    input: z
      .object({ serverScheduleId: z.string().min(1).max(100).describe("FileMaker Server's id of the schedule.") })
      .describe("Which one."),
  }),
]);
export type ScheduledAction = z.output<typeof ScheduledAction>;
export type ActionKind = ScheduledAction["kind"];

/** Policy for a run whose time passes while the service is down. */
const MissedRun = z
  .enum(["run", "skip"])
  .describe(
    "Handling of runs that are more than 15 minutes late because the service wasn't running: `run` runs once, regardless of how many runs were missed; `skip` skips them. The history shows missed runs either way.",
  );

/** Run of a schedule. */
export const ScheduleRun = z.object({
  plannedAt: Timestamp.describe("Scheduled time."),
  state: z
    .enum(["starting", "started", "skipped", "failed"])
    .describe("`started`: the process was accepted and shows the result. `failed`: the run couldn't start."),
  startedAt: Timestamp.nullable().describe("Time when the process was accepted; null if there is none."),
  isManual: z.boolean().describe("True if the run was started manually."),
  missedRuns: z.int().min(0).describe("Number of earlier runs that were missed before this one."),
  processId: Id.nullable().describe("Id of the process; null if there is none."),
  processState: ProcessState.nullable().describe("State of the process; null if it is no longer stored."),
  reason: z.string().nullable().describe("Reason why the run was skipped or couldn't start."),
});
export type ScheduleRun = z.infer<typeof ScheduleRun>;

const Name = z.string().trim().min(1).max(100).describe("Name of the schedule.");

/** Work that runs later, once or repeatedly. */
export const Schedule = z.object({
  id: Id.describe("Id of the schedule."),
  name: Name,
  isEnabled: z.boolean().describe("True if the schedule runs automatically."),
  timing: Timing.describe("Times of the runs."),
  missed: MissedRun,
  action: z
    .object({
      kind: z.string().describe("Kind of action: `build`, `deployment`, `recipe` or `serverSchedule`."),
      input: z.record(z.string(), z.unknown()).describe("Input of the action, with its secrets masked."),
    })
    .describe("The action."),
  nextRuns: z
    .array(Timestamp)
    .max(5)
    .describe("The next five runs. Empty if the schedule is disabled or has no more runs."),
  lastRun: ScheduleRun.nullable().describe("The newest run; null if there is none."),
  createdAt: Timestamp.describe("Creation time."),
  updatedAt: Timestamp.describe("Time of the last change."),
  savedBy: z.string().describe("The user who saved the schedule last. It runs as this user."),
});
export type Schedule = z.infer<typeof Schedule>;

/** Schedule of FileMaker Server itself. */
export const ServerSchedule = z.object({
  id: z.string().describe("FileMaker Server's id of the schedule."),
  name: z.string().describe("Name of the schedule."),
  kind: z
    .enum(["backup", "verify", "message", "filemakerScript", "systemScript", "scriptSequence", "unknown"])
    .describe("The action."),
  isEnabled: z.boolean().describe("True if the schedule runs automatically."),
  isRunning: z.boolean().describe("True if the schedule is running now."),
  lastRunAt: z
    .string()
    .nullable()
    .describe("Time of the last run, in the database host's time zone; null if it never ran."),
  nextRunAt: z
    .string()
    .nullable()
    .describe("Time of the next run, in the database host's time zone; null if there is none."),
  lastError: z.int().nullable().describe("FileMaker's error number of the last run; null if unknown."),
});
export type ServerSchedule = z.infer<typeof ServerSchedule>;

const ScheduleId = z.object({ id: z.coerce.number().pipe(Id).describe("Id of the schedule.") });
const ServerScheduleId = z.object({
  id: z.string().min(1).max(100).describe("FileMaker Server's id of the schedule."),
});

const changeable = {
  name: Name,
  timing: Timing.describe("Times of the runs."),
  action: ScheduledAction.describe("The action."),
  missed: MissedRun.default("run"),
  isEnabled: z.boolean().default(true).describe("True if the schedule runs automatically."),
};

const saveErrors = [
  ...adminApiErrors,
  "schedule_never_runs",
  "schedule_too_long",
  "secret_masked",
  "deployment_too_long",
  "not_configured",
  "offsite_location_not_found",
  "recipe_not_found",
  "server_schedule_not_found",
] as const;
const startErrors = [
  ...adminApiErrors,
  "database_not_found",
  "build_exists",
  "not_configured",
  "offsite_location_not_found",
  "recipe_not_found",
  "server_schedule_not_found",
] as const;

const scheduleExample = {
  id: 3,
  name: "Nightly build",
  isEnabled: true,
  timing: { kind: "repeating", cron: "30 2 * * *", timeZone: "Europe/Berlin" },
  missed: "run",
  action: { kind: "build", input: { buildId: "nightly", files: [{ fileName: "Contacts.fmp12", clone: true }] } },
  nextRuns: ["2026-11-21T01:30:00.000Z", "2026-11-22T01:30:00.000Z"],
  lastRun: null,
  createdAt: "2026-11-20T09:15:02.114Z",
  updatedAt: "2026-11-20T09:15:02.114Z",
  savedBy: "account:admin",
} as const;
const runExample = {
  plannedAt: "2026-11-20T01:30:00.000Z",
  state: "started",
  startedAt: "2026-11-20T01:30:00.412Z",
  isManual: false,
  missedRuns: 0,
  processId: 42,
  processState: "done",
  reason: null,
} as const;
const serverScheduleExample = {
  id: "1",
  name: "Daily",
  kind: "backup",
  isEnabled: true,
  isRunning: false,
  lastRunAt: "2026-11-19T23:00:00",
  nextRunAt: "2026-11-20T23:00:00",
  lastError: 0,
} as const;
const createExample = {
  name: "Nightly build",
  timing: { kind: "repeating", cron: "30 2 * * *", timeZone: "Europe/Berlin" },
  action: { kind: "build", input: { buildId: "nightly", files: [{ fileName: "Contacts.fmp12", clone: true }] } },
} as const;

/** Schedules: work that runs later, once or repeatedly. */
export const schedules = resource({
  listSchedules: {
    method: "GET",
    path: "/svc/api/schedules",
    summary: "List schedules, oldest first",
    access: "admin",
    input: z.object({}),
    output: z.object({ schedules: z.array(Schedule).describe("All schedules, at most 200.") }),
    errors: [],
    example: { output: { schedules: [scheduleExample] } },
  },
  createSchedule: {
    method: "POST",
    path: "/svc/api/schedules",
    summary: "Create a schedule",
    description:
      "The schedule runs as the calling user, whose credentials are stored encrypted. A run that is due while another process runs waits for its turn.",
    access: "admin",
    input: z.object(changeable),
    output: z.object({ schedule: Schedule.describe("The stored schedule.") }),
    changes: (_input: unknown, output?: { readonly schedule: { readonly id: number } }) =>
      output && `schedule:${output.schedule.id}`,
    errors: ["schedule_limit", "account_needed", ...saveErrors],
    example: { input: createExample, output: { schedule: scheduleExample } },
  },
  previewTiming: {
    method: "POST",
    path: "/svc/api/schedules/preview",
    summary: "Preview the next five runs of a timing",
    access: "admin",
    role: "viewer",
    input: z.object({ timing: Timing.describe("Times of the runs.") }),
    output: z.object({ nextRuns: z.array(Timestamp).max(5).describe("The next five runs.") }),
    changes: false,
    errors: ["schedule_never_runs"],
    example: {
      input: { timing: createExample.timing },
      output: { nextRuns: ["2026-11-21T01:30:00.000Z"] },
    },
  },
  listServerSchedules: {
    method: "GET",
    path: "/svc/api/schedules/filemaker",
    summary: "List FileMaker Server's own schedules",
    access: "admin",
    input: z.object({}),
    output: z.object({ schedules: z.array(ServerSchedule).describe("The schedules, as in the Admin API.") }),
    errors: adminApiErrors,
    example: { output: { schedules: [serverScheduleExample] } },
  },
  changeServerSchedule: {
    method: "PATCH",
    path: "/svc/api/schedules/filemaker/{id}",
    summary: "Enable or disable one of FileMaker Server's own schedules",
    access: "admin",
    input: ServerScheduleId.extend({ isEnabled: z.boolean().describe("True if the schedule runs automatically.") }),
    output: z.object({ schedule: ServerSchedule.describe("The schedule in its current state.") }),
    changes: ({ id }: { readonly id: string }) => `filemaker-schedule:${id}`,
    errors: ["schedule_not_found", "server_schedule_busy", ...adminApiErrors],
    example: { input: { id: "1", isEnabled: true }, output: { schedule: serverScheduleExample } },
  },
  runServerSchedule: {
    method: "POST",
    path: "/svc/api/schedules/filemaker/{id}/run",
    summary: "Run one of FileMaker Server's own schedules now",
    access: "admin",
    input: ServerScheduleId,
    output: z.object({ schedule: ServerSchedule.describe("The schedule in its current state.") }),
    changes: ({ id }: { readonly id: string }) => `filemaker-schedule:${id}`,
    errors: ["schedule_not_found", "server_schedule_busy", ...adminApiErrors],
    example: { input: { id: "1" }, output: { schedule: { ...serverScheduleExample, isRunning: true } } },
  },
  readSchedule: {
    method: "GET",
    path: "/svc/api/schedules/{id}",
    summary: "Get a schedule",
    access: "admin",
    input: ScheduleId,
    output: z.object({ schedule: Schedule.describe("The schedule.") }),
    errors: ["schedule_not_found"],
    example: { input: { id: 3 }, output: { schedule: scheduleExample } },
  },
  updateSchedule: {
    method: "PATCH",
    path: "/svc/api/schedules/{id}",
    summary: "Update, enable or disable a schedule",
    description: "Values that you leave out stay unchanged. The schedule then runs as the calling user.",
    access: "admin",
    input: ScheduleId.extend({
      name: Name.optional(),
      timing: changeable.timing.optional(),
      action: changeable.action.optional(),
      missed: MissedRun.optional(),
      isEnabled: z.boolean().optional().describe("True if the schedule runs automatically."),
    }),
    output: z.object({ schedule: Schedule.describe("The stored schedule.") }),
    changes: ({ id }: { readonly id: number }) => `schedule:${id}`,
    errors: ["schedule_not_found", ...saveErrors],
    example: { input: { id: 3, isEnabled: true }, output: { schedule: scheduleExample } },
  },
  deleteSchedule: {
    method: "DELETE",
    path: "/svc/api/schedules/{id}",
    summary: "Delete a schedule",
    description: "Running processes continue.",
    access: "admin",
    input: ScheduleId,
    output: z.object({ ok: z.boolean().describe("Always true.") }),
    changes: ({ id }: { readonly id: number }) => `schedule:${id}`,
    errors: ["schedule_not_found"],
    example: { input: { id: 3 }, output: { ok: true } },
  },
  runSchedule: {
    method: "POST",
    path: "/svc/api/schedules/{id}/run",
    summary: "Run a schedule now",
    description: "Also works for a disabled schedule. Its next runs don't change.",
    access: "admin",
    input: ScheduleId,
    output: z.object({ processId: Id.describe("Id of the process.") }),
    status: () => 202,
    changes: ({ id }: { readonly id: number }) => `schedule:${id}`,
    errors: ["schedule_not_found", ...startErrors],
    example: { input: { id: 3 }, output: { processId: 42 } },
  },
  listScheduleRuns: {
    method: "GET",
    path: "/svc/api/schedules/{id}/runs",
    summary: "List the runs of a schedule, newest first",
    access: "admin",
    input: ScheduleId.extend({ cursor: Cursor.optional(), limit: Limit.optional() }),
    output: z.object({
      runs: z.array(ScheduleRun).describe("One page of runs. Runs are kept for 90 days."),
      cursor: Cursor.nullable(),
    }),
    errors: ["schedule_not_found"],
    example: { input: { id: 3 }, output: { runs: [runExample], cursor: null } },
  },
});
