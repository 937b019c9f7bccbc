import * as z from "zod";
import { HostName } from "../host-path.ts";
import { lazySchemas } from "../lazy-schemas.ts";
import { ServerSchedule } from "../tasks/backup-tasks.ts";

/** Maximum number of backups in one report about a schedule. */
export const maxBackups = 20;

const Moment = z.int();

/** Backup schedule as the host sees it. Times are in milliseconds since the epoch. */
export const SeenSchedule = z.strictObject({
  id: z.string(),
  /** `unknown`: FileMaker Server doesn't tell this host. Its folders are still listed, by the known name. */
  state: z.enum(["there", "missing", "unknown"]),
  name: z.string(),
  isEnabled: z.boolean(),
  isRunning: z.boolean(),
  lastRunAt: Moment.nullable(),
  nextRunAt: Moment.nullable(),
  /** FileMaker's error number of the last run; -1 if unknown. */
  lastError: z.int(),
  /** Its backups, oldest first: only those after the named one. The newest may still be written. */
  backups: z.array(z.strictObject({ folder: z.string(), isComplete: z.boolean() })).max(maxBackups),
});
export type SeenSchedule = z.infer<typeof SeenSchedule>;

/** FileMaker Server's backups on the host. */
export const backupCommands = lazySchemas({
  "backups.look": {
    request: () =>
      z.strictObject({
        schedules: z
          .array(
            z.strictObject({
              ...ServerSchedule.shape,
              /** Last known backup. Null: report only the newest one. */
              after: HostName.nullable(),
            }),
          )
          .max(100),
      }),
    reply: () => z.strictObject({ schedules: z.array(SeenSchedule).max(100) }),
  },
});
