import { join } from "node:path";
import type { FieldsOf, ReplyOf } from "#shared/agent/protocol/command.ts";
import { maxBackups, type SeenSchedule } from "#shared/agent/protocol/commands/backup-commands.ts";
import type { ServerSchedule } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { Clock } from "../clock.ts";
import { filesBelow, found } from "../disk/on-disk.ts";
import type { Host } from "../host.ts";
import { Refused } from "../refused.ts";
import type { BackupSchedule } from "../server/backup-schedules.ts";
import type { FileServers } from "../server/file-server.ts";
import { backupFolders, stampOf, targetOf } from "./backup-folders.ts";

interface BackupLooksOptions {
  readonly host: Host;
  readonly clock: Clock;
  readonly servers: FileServers;
}

type LookedFor = FieldsOf<"backups.look">["schedules"][number];

/** State of a folder, and when it was first seen in that state. */
interface Seen {
  readonly mark: string;
  readonly since: number;
}

/** Milliseconds without changes after which a backup counts as complete: FileMaker Server doesn't mark complete backups. */
const stillMs = 60_000;

/** Finds the backups that FileMaker Server has made. */
export function backupLooks({ host, clock, servers }: BackupLooksOptions) {
  const seen = new Map<string, Seen>();

  /** True if this agent has seen no changes in a folder for a while. */
  const isStill = async (folder: string): Promise<boolean> => {
    const mark = await markOf(folder);
    const known = seen.get(folder);
    if (known?.mark === mark) return clock.now() - known.since >= stillMs;
    seen.set(folder, { mark, since: clock.now() });
    return false;
  };

  const backupsOf = async (
    { name, after }: LookedFor,
    schedule: BackupSchedule | undefined,
  ): Promise<SeenSchedule["backups"]> => {
    const target = targetOf(host, schedule);
    const folders = await backupFolders(target, schedule?.name ?? name);
    const newest = folders.at(-1);
    if (newest === undefined) return [];
    const wanted = after === null ? [newest] : folders.filter((folder) => stampOf(folder) > stampOf(after));
    const backups: SeenSchedule["backups"] = [];
    for (const folder of wanted.slice(-maxBackups)) {
      // A schedule makes one backup at a time, so earlier backups are no longer written.
      const isComplete =
        folder !== newest ||
        (schedule?.isRunning !== true && (schedule?.lastError ?? 0) <= 0 && (await isStill(join(target, folder))));
      backups.push({ folder, isComplete });
    }
    return backups;
  };

  /** Returns all backup schedules, or undefined if FileMaker Server doesn't list them. */
  const known = async (): Promise<readonly BackupSchedule[] | undefined> => {
    try {
      return await servers(null).backupSchedules();
    } catch (thrown) {
      if (thrown instanceof Refused) return undefined;
      throw thrown;
    }
  };

  return async ({ schedules }: FieldsOf<"backups.look">): Promise<ReplyOf<"backups.look">> => {
    const rows = await known();
    const looks: SeenSchedule[] = [];
    for (const wanted of schedules) {
      const row = rows?.find(({ id }) => id === wanted.id);
      const isMissing = rows !== undefined && row === undefined;
      looks.push({
        ...(row === undefined ? unknownSchedule(wanted) : seenSchedule(row)),
        ...(isMissing && { state: "missing" }),
        backups: isMissing ? [] : await backupsOf(wanted, row),
      });
    }
    for (const folder of seen.keys()) if ((await found(folder)) === undefined) seen.delete(folder);
    return { schedules: looks };
  };
}

function seenSchedule({ id, name, isEnabled, isRunning, lastRunAt, nextRunAt, lastError }: BackupSchedule) {
  return { id, state: "there", name, isEnabled, isRunning, lastRunAt, nextRunAt, lastError } as const;
}

function unknownSchedule({ id, name }: ServerSchedule) {
  const unknown = { isEnabled: true, isRunning: false, lastRunAt: null, nextRunAt: null, lastError: -1 };
  return { id, state: "unknown", name, ...unknown } as const;
}

/** Returns a value that changes with every file that is added, deleted or grows. */
async function markOf(folder: string): Promise<string> {
  const names = await filesBelow(folder);
  let bytes = 0;
  let newest = 0;
  for (const name of names) {
    const stats = await found(join(folder, name));
    bytes += stats?.size ?? 0;
    newest = Math.max(newest, stats?.mtimeMs ?? 0);
  }
  return `${names.length} ${bytes} ${newest}`;
}
