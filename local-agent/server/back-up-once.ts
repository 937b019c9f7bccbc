import * as z from "zod";
import { fileMakerCodes } from "#shared/contract/filemaker-errors.ts";
import { normalizedDatabaseName } from "#shared/contract/values/database-name.ts";
import { scheduleResources } from "#shared/filemaker/schedule-resources.ts";
import type { Clock } from "../clock.ts";
import type { AdminAnswer } from "./admin-calls.ts";
import { type Ask, DatabaseRow, isOneOf, refusalOf, stateForbids } from "./database-rows.ts";
import type { BackupEnd, OneOffBackup } from "./file-server.ts";
import { findSchedule, hasRun, never } from "./schedule-rows.ts";

const firstPauseMs = 50;
const longestPauseMs = 1_000;

/**
 * Makes FileMaker Server copy one open file: creates a backup schedule, runs it, waits, and deletes it. A schedule that an interrupted run
 * left is deleted first.
 * @throws Refused if the server doesn't answer
 */
export async function backUpOnce(
  ask: Ask,
  backup: OneOffBackup,
  { clock, leaving }: { readonly clock: Clock; readonly leaving: AbortSignal },
): Promise<BackupEnd> {
  await forgetBackup(ask, backup.name);
  const refusal = await createSchedule(ask, backup);
  if (refusal !== undefined) return { end: "refused", reason: `${refusal.text} (${refusal.code})` };
  try {
    return await ran(ask, backup, { clock, leaving });
  } finally {
    await forgetBackup(ask, backup.name);
  }
}

/** Returns the server's refusal if it doesn't create the schedule. */
async function createSchedule(
  ask: Ask,
  { name, file, target, isClone }: OneOffBackup,
): Promise<AdminAnswer | undefined> {
  let refusal: AdminAnswer | undefined;
  for (const resource of scheduleResources(file)) {
    const backupType = {
      resourceType: "SINGLE_DB",
      resource,
      backupTarget: target,
      maxBackups: 1,
      verify: false,
      clone: isClone,
      cloneOnly: isClone,
    };
    const schedule = { name, enabled: false, backupType, onceType: { startTimeStamp: never } };
    refusal = await ask("POST", "/schedules/backup", schedule);
    if (refusal.code === "0") return undefined;
    if (refusal.code !== fileMakerCodes.valueInvalid) return refusal;
  }
  return refusal;
}

async function ran(
  ask: Ask,
  { name, file, waitMs }: OneOffBackup,
  { clock, leaving }: { readonly clock: Clock; readonly leaving: AbortSignal },
): Promise<BackupEnd> {
  const until = clock.now() + waitMs;
  let isAsked = false;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    const row = await findSchedule(ask, name);
    if (row === undefined) return { end: "refused", reason: "the schedule was deleted" };
    if (isAsked && row.status !== "RUNNING" && hasRun(row)) {
      if (row.lastError === 0) return { end: "made" };
      return (await isOpen(ask, file)) ? { end: "failed", error: row.lastError } : { end: "not-open" };
    }
    if (!isAsked) {
      const answer = await ask("PATCH", `/schedules/${encodeURIComponent(row.id)}`, { status: "RUNNING" });
      isAsked = answer.code === "0";
      if (!isAsked && answer.code !== stateForbids)
        return { end: "refused", reason: `${answer.text} (${answer.code})` };
    }
    if (clock.now() >= until) return { end: "timed-out" };
    await clock.sleep(pauseMs, leaving);
  }
}

async function isOpen(ask: Ask, file: string): Promise<boolean> {
  const answer = await ask("GET", "/databases");
  const rows = z.array(DatabaseRow).safeParse(answer.response.databases);
  if (!rows.success) throw refusalOf(answer, "FileMaker Server did not list its files");
  const wanted = new Set([normalizedDatabaseName(file)]);
  return rows.data.some((row) => isOneOf(wanted, row) && row.status !== "CLOSED");
}

/** Deletes the schedule of a backup, which ends a run in progress. Ignores a missing one. @throws Refused */
async function forgetBackup(ask: Ask, name: string): Promise<void> {
  const row = await findSchedule(ask, name);
  if (row === undefined) return;
  const answer = await ask("DELETE", `/schedules/${encodeURIComponent(row.id)}`);
  if (answer.code !== "0") throw refusalOf(answer, "FileMaker Server did not delete the backup schedule");
}
