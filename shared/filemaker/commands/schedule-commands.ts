import * as z from "zod";
import type { AdminCredential } from "#shared/contract/call.ts";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { unexpectedAnswer } from "../answer.ts";
import { scheduleResources } from "../schedule-resources.ts";
import type { AdminCalls } from "./admin-calls.ts";
import { type CommandOutcome, commandOutcome } from "./command-outcome.ts";

const kinds = ["backup", "verify", "message", "filemakerScript", "systemScript", "scriptSequence"] as const;
/** Task of a FileMaker Server schedule. */
export type ScheduleKind = (typeof kinds)[number] | "unknown";

/** Schedule in the Admin API. */
export interface ScheduleRow {
  readonly id: string;
  readonly name: string;
  readonly kind: ScheduleKind;
  readonly isEnabled: boolean;
  readonly isRunning: boolean;
  readonly hasRun: boolean;
  /** Time of the last and the next run, in the server's time zone. Empty if there is none. */
  readonly lastRun: string;
  readonly nextRun: string;
  /** FileMaker's error number of the last run; -1 if the server doesn't report it. */
  readonly lastError: number;
}

/** Schedule that runs a script, only on request. */
export interface ScriptSchedule {
  readonly name: string;
  readonly filename: string;
  readonly script: string;
  readonly parameter: string;
  readonly user: string;
  readonly pass: string;
  /** Time limit of the script in minutes. 0: no limit. */
  readonly timeoutMinutes: number;
}

/** Schedule that backs up every hosted file once a day from `startAt` on, and keeps the backups of a week. */
export interface NewBackupSchedule {
  readonly name: string;
  /** In the server's local time: `2026-11-20T23:00:00`. */
  readonly startAt: string;
}

/** Schedule commands of the Admin API. Each call throws ServiceError if FileMaker Server returns no result. */
export interface ScheduleCommands {
  list(credential: AdminCredential): Promise<readonly ScheduleRow[]>;
  read(credential: AdminCredential, id: string): Promise<ScheduleRow | undefined>;
  createScript(credential: AdminCredential, schedule: ScriptSchedule): Promise<void>;
  createBackup(credential: AdminCredential, schedule: NewBackupSchedule): Promise<void>;
  /** Runs it now. Accepted means started. */
  run(credential: AdminCredential, id: string): Promise<CommandOutcome>;
  /** Enables or disables its automatic runs. */
  enable(credential: AdminCredential, id: string, isEnabled: boolean): Promise<CommandOutcome>;
  /** Deletes it. A current run continues to its end. */
  remove(credential: AdminCredential, id: string): Promise<CommandOutcome>;
}

/** A schedule requires a time. This one is never reached, and the schedule is disabled as well. */
const never = "2099-12-31T23:59:00";

export function scheduleCommands(call: AdminCalls): ScheduleCommands {
  const command = commandOutcome(call);
  const pathOf = (id: string) => `/schedules/${encodeURIComponent(id)}`;

  return {
    async list(credential) {
      const answer = await call(credential, { method: "GET", path: "/schedules" });
      const rows = z.array(ScheduleAnswer).safeParse(answer.response.schedules);
      if (answer.code !== "0" || !rows.success) throw unexpectedAnswer("Admin API list of schedules", answer);
      return rows.data;
    },

    async read(credential, id) {
      const answer = await call(credential, { method: "GET", path: pathOf(id) });
      if (answer.code === fileMakerCodes.scheduleMissing || answer.code === fileMakerCodes.resourceMissing)
        return undefined;
      const row = ScheduleAnswer.safeParse(answer.response.schedule);
      if (answer.code !== "0" || !row.success) throw unexpectedAnswer("Admin API schedule", answer);
      return row.data;
    },

    async createScript(credential, { name, filename, script, parameter, user, pass, timeoutMinutes }) {
      const post = (resource: string) =>
        call(credential, {
          method: "POST",
          path: "/schedules/filemakerscript",
          body: {
            name,
            enabled: false,
            filemakerScriptType: {
              resource,
              fmScriptName: script,
              fmScriptParam: parameter,
              fmScriptAccount: user,
              fmScriptPassword: pass,
              timeout: timeoutMinutes,
              autoAbort: timeoutMinutes > 0,
            },
            onceType: { startTimeStamp: never },
          },
        });
      const [usual, other] = scheduleResources(filename);
      const first = await post(usual);
      const answer = first.code === fileMakerCodes.valueInvalid ? await post(other) : first;
      if (answer.code !== "0") throw unexpectedAnswer("Admin API new schedule", answer);
    },

    async createBackup(credential, { name, startAt }) {
      const answer = await call(credential, {
        method: "POST",
        path: "/schedules/backup",
        body: {
          name,
          enabled: true,
          backupType: {
            resourceType: "ALL_DB",
            maxBackups: 7,
            verify: false,
            clone: false,
            cloneOnly: false,
          },
          everyndaysType: { startTimeStamp: startAt, dailyDays: 1 },
        },
      });
      if (answer.code !== "0") throw unexpectedAnswer("Admin API new backup schedule", answer);
    },

    run: (credential, id) => command(credential, { method: "PATCH", path: pathOf(id), body: { status: "RUNNING" } }),
    enable: (credential, id, enabled) => command(credential, { method: "PATCH", path: pathOf(id), body: { enabled } }),
    remove: (credential, id) => command(credential, { method: "DELETE", path: pathOf(id) }),
  };
}

const ScheduleAnswer = z
  .looseObject({
    id: z.coerce.string(),
    name: z.string(),
    enabled: z.boolean().catch(false),
    status: z.string().catch(""),
    lastRun: z.string().catch(""),
    nextRun: z.string().catch(""),
    lastError: z.coerce.number().int().catch(-1),
  })
  .transform(({ id, name, enabled: isEnabled, status, lastError, ...row }): ScheduleRow => {
    const lastRun = momentOf(row.lastRun);
    const kind = kinds.find((known) => `${known}Type` in row) ?? "unknown";
    const isRunning = status === "RUNNING";
    return {
      id,
      name,
      kind,
      isEnabled,
      isRunning,
      hasRun: lastRun !== "",
      lastRun,
      nextRun: momentOf(row.nextRun),
      lastError,
    };
  });

/** Returns a time, or an empty string if FileMaker Server reports the year 0000, which means never. */
function momentOf(text: string): string {
  return text.startsWith("0000") ? "" : text;
}
