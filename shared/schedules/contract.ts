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
    kind: z.literal("once").describe("It runs one time."),
    at: Timestamp.describe("The moment."),
  }),
  z.object({
    kind: z.literal("repeating").describe("It runs again and again."),
    cron: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe(
        "Minute, hour, day of the month, month and weekday, such as `30 2 * * 1-5`. A fixed time that the change of clocks skips or doubles runs once.",
      ),
    timeZone: z.string().min(1).max(100).describe("The zone of these times, such as `Europe/Berlin`."),
  }),
]);
export type Timing = z.infer<typeof Timing>;

/** Action of a schedule. A new kind needs an entry here and in the wiring of schedules. */
export const ScheduledAction = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("build").describe("It makes a build."),
    input: BuildRequest.describe(
      "As `POST /svc/api/build` takes it. A build that repeats, without `force`, gets the moment behind its id.",
    ),
  }),
  z.object({
    kind: z.literal("deployment").describe("It deploys files."),
    input: DeploymentRequest.describe("As `POST /svc/api/deployment` takes it."),
  }),
  z.object({
    kind: z.literal("recipe").describe("It runs a recipe, as that is when the moment comes."),
    input: z.object({ recipeId: Id.describe("The number of the recipe.") }).describe("Which one."),
  }),
  z.object({
    kind: z
      .literal("serverSchedule")
      .describe(
        "It has FileMaker Server run one of its own schedules, such as a backup, and waits for the end of that.",
      ),
    input: z
      .object({ serverScheduleId: z.string().min(1).max(100).describe("FileMaker Server's id for that schedule.") })
      .describe("Which one."),
  }),
]);
export type ScheduledAction = z.output<typeof ScheduledAction>;
export type ActionKind = ScheduledAction["kind"];

/** Policy for a run whose time passes while the service is down. */
const MissedRun = z
  .enum(["run", "skip"])
  .describe(
    "What becomes of a run that is more than 15 minutes late, since the service did not run at its moment: `run` runs it once, however many were missed; `skip` leaves it out. Its history says so either way.",
  );

/** Run of a schedule. */
export const ScheduleRun = z.object({
  plannedAt: Timestamp.describe("The moment that it was planned for."),
  state: z
    .enum(["starting", "started", "skipped", "failed"])
    .describe("`started`: its process was accepted, and says the rest. `failed`: it could not be started."),
  startedAt: Timestamp.nullable().describe("When its process was accepted. Null: there is none."),
  isManual: z.boolean().describe("Whether it was run by hand."),
  missedRuns: z.int().min(0).describe("How many earlier moments passed without a run before it."),
  processId: Id.nullable().describe("The process that does the work. Null: there is none."),
  processState: ProcessState.nullable().describe("How that process stands. Null: it is no longer kept."),
  reason: z.string().nullable().describe("Why it was skipped, or could not be started."),
});
export type ScheduleRun = z.infer<typeof ScheduleRun>;

const Name = z.string().trim().min(1).max(100).describe("What it is called.");

/** Work that runs later, once or repeatedly. */
export const Schedule = z.object({
  id: Id.describe("The number of the schedule."),
  name: Name,
  isEnabled: z.boolean().describe("Whether it runs by itself."),
  timing: Timing.describe("When it runs."),
  missed: MissedRun,
  action: z
    .object({
      kind: z.string().describe("What it does: `build`, `deployment`, `recipe` or `serverSchedule`."),
      input: z.record(z.string(), z.unknown()).describe("How, with its secrets masked."),
    })
    .describe("What it does."),
  nextRuns: z.array(Timestamp).max(5).describe("Its next five moments. None: it is disabled, or nothing follows."),
  lastRun: ScheduleRun.nullable().describe("Its newest run. Null: there is none."),
  createdAt: Timestamp.describe("When it was created."),
  updatedAt: Timestamp.describe("When it was changed last."),
  savedBy: z.string().describe("Who saved it last. It acts for that account."),
});
export type Schedule = z.infer<typeof Schedule>;

/** Schedule of FileMaker Server itself. */
export const ServerSchedule = z.object({
  id: z.string().describe("FileMaker Server's id for it."),
  name: z.string().describe("What it is called."),
  kind: z
    .enum(["backup", "verify", "message", "filemakerScript", "systemScript", "scriptSequence", "unknown"])
    .describe("What it does."),
  isEnabled: z.boolean().describe("Whether it runs by itself."),
  isRunning: z.boolean().describe("Whether it runs now."),
  lastRunAt: z.string().nullable().describe("When it ran last, in the zone of the database host. Null: never."),
  nextRunAt: z.string().nullable().describe("When it runs next, in the zone of the database host. Null: not at all."),
  lastError: z.int().nullable().describe("FileMaker's error number of the last run. Null: it is not known."),
});
export type ServerSchedule = z.infer<typeof ServerSchedule>;

const ScheduleId = z.object({ id: z.coerce.number().pipe(Id).describe("The number of the schedule.") });
const ServerScheduleId = z.object({
  id: z.string().min(1).max(100).describe("FileMaker Server's id for the schedule."),
});

const changeable = {
  name: Name,
  timing: Timing.describe("When it runs."),
  action: ScheduledAction.describe("What it does."),
  missed: MissedRun.default("run"),
  isEnabled: z.boolean().default(true).describe("Whether it runs by itself."),
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
    summary: "List schedules, the oldest first",
    access: "admin",
    input: z.object({}),
    output: z.object({ schedules: z.array(Schedule).describe("All of them: there are 200 at most.") }),
    errors: [],
    example: { output: { schedules: [scheduleExample] } },
  },
  createSchedule: {
    method: "POST",
    path: "/svc/api/schedules",
    summary: "Create a schedule",
    description:
      "What it does is done for the account of the caller, which is kept sealed with it. Work that comes due while other work runs waits for its turn.",
    access: "admin",
    input: z.object(changeable),
    output: z.object({ schedule: Schedule.describe("The schedule as it was stored.") }),
    changes: (_input: unknown, output?: { readonly schedule: { readonly id: number } }) =>
      output && `schedule:${output.schedule.id}`,
    errors: ["schedule_limit", "account_needed", ...saveErrors],
    example: { input: createExample, output: { schedule: scheduleExample } },
  },
  previewTiming: {
    method: "POST",
    path: "/svc/api/schedules/preview",
    summary: "Compute the next five moments of a timing, without storing anything",
    access: "admin",
    role: "viewer",
    input: z.object({ timing: Timing.describe("When it would run.") }),
    output: z.object({ nextRuns: z.array(Timestamp).max(5).describe("The next five moments.") }),
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
    output: z.object({ schedules: z.array(ServerSchedule).describe("As its Admin API lists them.") }),
    errors: adminApiErrors,
    example: { output: { schedules: [serverScheduleExample] } },
  },
  changeServerSchedule: {
    method: "PATCH",
    path: "/svc/api/schedules/filemaker/{id}",
    summary: "Enable or disable one of FileMaker Server's own schedules",
    access: "admin",
    input: ServerScheduleId.extend({ isEnabled: z.boolean().describe("Whether it runs by itself.") }),
    output: z.object({ schedule: ServerSchedule.describe("The schedule as it stands now.") }),
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
    output: z.object({ schedule: ServerSchedule.describe("The schedule as it stands now.") }),
    changes: ({ id }: { readonly id: string }) => `filemaker-schedule:${id}`,
    errors: ["schedule_not_found", "server_schedule_busy", ...adminApiErrors],
    example: { input: { id: "1" }, output: { schedule: { ...serverScheduleExample, isRunning: true } } },
  },
  readSchedule: {
    method: "GET",
    path: "/svc/api/schedules/{id}",
    summary: "Read a schedule",
    access: "admin",
    input: ScheduleId,
    output: z.object({ schedule: Schedule.describe("The schedule.") }),
    errors: ["schedule_not_found"],
    example: { input: { id: 3 }, output: { schedule: scheduleExample } },
  },
  updateSchedule: {
    method: "PATCH",
    path: "/svc/api/schedules/{id}",
    summary: "Change, enable or disable a schedule",
    description: "What is left out stays as it is. From then on it acts for the account of the caller.",
    access: "admin",
    input: ScheduleId.extend({
      name: Name.optional(),
      timing: changeable.timing.optional(),
      action: changeable.action.optional(),
      missed: MissedRun.optional(),
      isEnabled: z.boolean().optional().describe("Whether it runs by itself."),
    }),
    output: z.object({ schedule: Schedule.describe("The schedule as it was stored.") }),
    changes: ({ id }: { readonly id: number }) => `schedule:${id}`,
    errors: ["schedule_not_found", ...saveErrors],
    example: { input: { id: 3, isEnabled: true }, output: { schedule: scheduleExample } },
  },
  deleteSchedule: {
    method: "DELETE",
    path: "/svc/api/schedules/{id}",
    summary: "Delete a schedule",
    description: "Work that it has started goes on.",
    access: "admin",
    input: ScheduleId,
    output: z.object({ ok: z.boolean().describe("It is gone.") }),
    changes: ({ id }: { readonly id: number }) => `schedule:${id}`,
    errors: ["schedule_not_found"],
    example: { input: { id: 3 }, output: { ok: true } },
  },
  runSchedule: {
    method: "POST",
    path: "/svc/api/schedules/{id}/run",
    summary: "Run a schedule now",
    description: "Also one that is disabled. When it runs next stays as it is.",
    access: "admin",
    input: ScheduleId,
    output: z.object({ processId: Id.describe("The process that does the work, to follow it by.") }),
    status: () => 202,
    changes: ({ id }: { readonly id: number }) => `schedule:${id}`,
    errors: ["schedule_not_found", ...startErrors],
    example: { input: { id: 3 }, output: { processId: 42 } },
  },
  listScheduleRuns: {
    method: "GET",
    path: "/svc/api/schedules/{id}/runs",
    summary: "List the runs of a schedule, the newest first",
    access: "admin",
    input: ScheduleId.extend({ cursor: Cursor.optional(), limit: Limit.optional() }),
    output: z.object({
      runs: z.array(ScheduleRun).describe("A page of its runs. They are kept for 90 days."),
      cursor: Cursor.nullable(),
    }),
    errors: ["schedule_not_found"],
    example: { input: { id: 3 }, output: { runs: [runExample], cursor: null } },
  },
});
