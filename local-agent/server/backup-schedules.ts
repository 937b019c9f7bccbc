import * as z from "zod";
import { type Ask, refusalOf } from "./database-rows.ts";

/** Backup schedule as FileMaker Server reports it. Times are milliseconds since the epoch. */
export interface BackupSchedule {
  readonly id: string;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly isRunning: boolean;
  readonly lastRunAt: number | null;
  readonly nextRunAt: number | null;
  /** FileMaker's error number of the last run; -1 if unknown. */
  readonly lastError: number;
  /** Folder of its backups in the server's notation. Undefined if unknown. */
  readonly target: string | undefined;
  /** Number of its backups that the server keeps. Undefined if unknown. */
  readonly keeps: number | undefined;
}

/** Returns all backup schedules. @throws Refused */
export async function backupSchedules(ask: Ask): Promise<readonly BackupSchedule[]> {
  const answer = await ask("GET", "/schedules");
  const rows = z.array(Row).safeParse(answer.response.schedules);
  if (!rows.success) throw refusalOf(answer, "FileMaker Server did not list its schedules");
  return rows.data.flatMap(({ id, name, backupType, status, lastRun, nextRun, enabled: isEnabled, lastError }) => {
    if (backupType === undefined) return [];
    const moments = { lastRunAt: momentOf(lastRun), nextRunAt: momentOf(nextRun) };
    const { backupTarget: target, maxBackups: keeps } = backupType;
    return [{ id, name, isEnabled, isRunning: status === "RUNNING", ...moments, lastError, target, keeps }];
  });
}

/** Runs a schedule now. Resolves when it has begun. @throws Refused */
export async function runSchedule(ask: Ask, id: string): Promise<void> {
  const answer = await ask("PATCH", `/schedules/${encodeURIComponent(id)}`, { status: "RUNNING" });
  if (answer.code !== "0") throw refusalOf(answer, "FileMaker Server did not run the schedule");
}

const Row = z.looseObject({
  id: z.coerce.string(),
  name: z.string(),
  enabled: z.boolean().catch(false),
  status: z.string().catch(""),
  lastRun: z.string().catch(""),
  nextRun: z.string().catch(""),
  lastError: z.coerce.number().int().catch(-1),
  backupType: z
    .looseObject({
      backupTarget: z.string().optional().catch(undefined),
      maxBackups: z.int().optional().catch(undefined),
    })
    .optional(),
});

/** Parses the server's time, which has no zone and is the host's local time. Returns null for a missing time, which has the year 0000. */
function momentOf(text: string): number | null {
  if (text === "" || text.startsWith("0000")) return null;
  const at = new Date(text).getTime();
  return Number.isNaN(at) ? null : at;
}
