import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { TaskFields } from "#shared/agent/protocol/tasks/task.ts";
import { found } from "../disk/on-disk.ts";
import { Refused } from "../refused.ts";
import type { BackupSchedule } from "../server/backup-schedules.ts";
import type { TaskContext } from "../tasks/task-context.ts";
import { backupFolders, targetOf } from "./backup-folders.ts";

type Fields = Pick<TaskFields<"backups.send">, "server" | "schedule">;

const firstPauseMs = 100;
const longestPauseMs = 5_000;
/** Maximum milliseconds for FileMaker Server to begin: it makes one backup at a time. */
const beginMs = 60 * 60_000;

/** Runs one of FileMaker Server's schedules, and returns the folder of the new backup. @throws Refused */
export async function makeBackup(fields: Fields, context: TaskContext): Promise<string> {
  const { step, progress, say, clock, signal, host } = context;
  progress({ phase: "backing up" });
  const before = await step({
    name: "look",
    async perform() {
      const schedule = await scheduleOf(fields, context);
      return { lastRunAt: schedule.lastRunAt, folders: await foldersOf(schedule) };
    },
  });
  const isBegun = ({ isRunning, lastRunAt }: BackupSchedule) => isRunning || lastRunAt !== before.lastRunAt;

  await step({
    name: "ask",
    async perform() {
      // Already requested before the agent restarted, or started by the schedule itself: that backup works as well.
      if (isBegun(await scheduleOf(fields, context))) return;
      await context.servers(fields.server).runSchedule(fields.schedule.id);
    },
  });

  return step({
    name: "back up",
    async perform() {
      const until = clock.now() + beginMs;
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
        const schedule = await scheduleOf(fields, context);
        if (!schedule.isRunning && isBegun(schedule)) return madeBy(schedule);
        if (!isBegun(schedule) && clock.now() >= until)
          throw new Refused("failed", "FileMaker Server did not start the backup within an hour");
        await clock.sleep(pauseMs, signal);
      }
    },
  });

  function foldersOf(schedule: BackupSchedule): Promise<readonly string[]> {
    return backupFolders(targetOf(host, schedule), schedule.name);
  }

  async function madeBy(schedule: BackupSchedule): Promise<string> {
    if (schedule.lastError > 0)
      throw new Refused("failed", `FileMaker Server's backup failed with error ${schedule.lastError}`);
    const folders = await foldersOf(schedule);
    // Clocks can be set back, and two backups of one minute share a folder.
    const newest = folders.findLast((folder) => !before.folders.includes(folder)) ?? folders.at(-1);
    if (newest === undefined)
      throw new Refused("not-found", `FileMaker Server did not write a backup of ${schedule.name}`);
    say("info", `FileMaker Server wrote the backup ${newest}`);
    return newest;
  }
}

/** Returns the schedule from FileMaker Server, even if it was renamed. @throws Refused */
async function scheduleOf(
  { server, schedule: { id, name } }: Fields,
  { servers }: Pick<TaskContext, "servers">,
): Promise<BackupSchedule> {
  const found = (await servers(server).backupSchedules()).find((one) => one.id === id);
  if (found === undefined) throw new Refused("not-found", `FileMaker Server no longer has the backup schedule ${name}`);
  return found;
}

/** Deletes a backup that was stored, if FileMaker Server is to keep none of its schedule's backups. */
export async function deleteUnkept(fields: Fields, folder: string, context: TaskContext): Promise<void> {
  const schedule = await scheduleIfKnown(fields, context);
  if (schedule?.keeps !== 0) return;
  await rm(join(targetOf(context.host, schedule), folder), { recursive: true, force: true });
  context.say("info", `${folder} was deleted on this host: FileMaker Server keeps no backups of ${schedule.name}`);
}

/** Returns the path of a backup. @throws Refused if it no longer exists */
export async function backupPath(fields: Fields, folder: string, context: TaskContext): Promise<string> {
  // If FileMaker Server doesn't say where a schedule's backups are, they are in its default folder.
  const schedule = await scheduleIfKnown(fields, context);
  const path = join(targetOf(context.host, schedule), folder);
  if ((await found(path))?.isDirectory() !== true)
    throw new Refused("not-found", `the backup ${folder} no longer exists`);
  return path;
}

/** Returns the schedule, or undefined if FileMaker Server doesn't list it. @throws Refused */
async function scheduleIfKnown(fields: Fields, context: TaskContext): Promise<BackupSchedule | undefined> {
  return scheduleOf(fields, context).catch((thrown: unknown) => {
    if (thrown instanceof Refused && thrown.fault === "not-allowed") return undefined;
    throw thrown;
  });
}
