import * as z from "zod";
import { HostName } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { ServerSchedule } from "../tasks/backup-tasks.ts";

/** The most backups that one look reports of a schedule. */
export const mostBackups = 20;

const Moment = z.int();

/** A backup schedule as the host sees it. Moments are milliseconds since the epoch. */
export const SeenSchedule = z.strictObject({
  id: z.string(),
  /** `unknown`: FileMaker Server does not tell this host. Its folders are listed all the same, by the name that is known. */
  state: z.enum(["there", "missing", "unknown"]),
  name: z.string(),
  isEnabled: z.boolean(),
  isRunning: z.boolean(),
  lastRunAt: Moment.nullable(),
  nextRunAt: Moment.nullable(),
  /** FileMaker's error number of the last run; -1 where it is not known. */
  lastError: z.int(),
  /** Its backups, the oldest first: only those behind the one that was named, of which the newest may still be written. */
  backups: z.array(z.strictObject({ folder: z.string(), isComplete: z.boolean() })).max(mostBackups),
});
export type SeenSchedule = z.infer<typeof SeenSchedule>;

/** Backups of FileMaker Server's as they lie on the host. */
export const backupCommands = lazySchemas({
  "backups.look": {
    request: () =>
      z.strictObject({
        schedules: z
          .array(
            z.strictObject({
              ...ServerSchedule.shape,
              /** The backup that is known; null: of those that are there, only the newest is of interest. */
              after: HostName.nullable(),
            }),
          )
          .max(100),
      }),
    reply: () => z.strictObject({ schedules: z.array(SeenSchedule).max(100) }),
  },
});
