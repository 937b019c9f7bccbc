import { timestamp } from "#shared/contract/scalars.ts";
import type { Notification } from "#shared/contract/values/release-shapes.ts";
import type { Publish } from "#shared/notifications/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { OffsiteScheduleRecord, RunRecord } from "../schedules/record.ts";
import { isSent } from "../schedules/rules.ts";
import { damageSentence } from "../upkeep/rules.ts";

interface RunEventsDependencies {
  readonly publish: Publish;
  /** Returns the destination for offsite backups, in addition to the general subscriptions to these events. */
  readonly notification: () => Promise<Notification | undefined>;
  readonly baseUrl: () => string;
  readonly clock: Clock;
}

/** Publishes events of offsite backups. Repeated events about the same run or the same missing backup count once. */
export interface RunEvents {
  ended(name: string, run: RunRecord): Promise<void>;
  overdue(schedule: OffsiteScheduleRecord): Promise<void>;
  missing(schedule: OffsiteScheduleRecord): Promise<void>;
  /** Reports lost or modified objects in a set. */
  damaged(schedule: OffsiteScheduleRecord): Promise<void>;
  /** Reports a drill that found a problem or couldn't run. */
  drilled(schedule: OffsiteScheduleRecord): Promise<void>;
}

/** Source of deliveries to that destination, which all schedules share. */
const source = "offsite-1";

export function runEvents({ publish, notification, baseUrl, clock }: RunEventsDependencies): RunEvents {
  const about = async (subject: string) => {
    const own = await notification();
    return { subject, isOnce: true, own: { source, notifications: own === undefined ? [] : [own] } };
  };

  const notice = (name: string, text: string) => ({
    subject: name,
    text,
    serverUrl: baseUrl(),
    timestamp: timestamp(clock.now()),
  });

  return {
    async ended(scheduleName, { processId, state, reason, figures, startedAt, endedAt }) {
      if (state === null || endedAt === null) return;
      const data = { scheduleName, serverUrl: baseUrl(), timestamp: timestamp(endedAt) };
      const once = await about(`process:${processId}`);
      if (isSent({ state })) {
        const success = {
          ...data,
          filesTransferred: figures?.sentFiles ?? 0,
          totalBackupSizeBytes: figures?.bytes ?? 0,
          transferDurationSeconds: Math.max(0, Math.round((endedAt - startedAt) / 1000)),
        };
        await publish({ event: "offsite_backup_success", data: success, ...once });
      } else if (state !== "aborted") {
        const errorMessage = reason ?? "The agent no longer reports on this task";
        await publish({ event: "offsite_backup_failed", data: { ...data, errorMessage }, ...once });
      }
    },

    async overdue({ id, name, dueAt }) {
      if (dueAt === null) return;
      const text = `FileMaker Server's backup “${name}”, due at ${timestamp(dueAt)}, hasn't arrived in the offsite location.`;
      const once = await about(`offsite-schedule:${id} due ${dueAt}`);
      await publish({ event: "offsite_backup_overdue", data: notice(name, text), ...once });
    },

    async drilled({ name, lastDrill }) {
      if (lastDrill === null || lastDrill.state === "done" || lastDrill.state === "aborted") return;
      const { backup, processId, reason } = lastDrill;
      const text = `The restore drill of the offsite backup ${backup} failed: ${reason ?? "the agent no longer reports on this task"}`;
      await publish({
        event: "offsite_drill_failed",
        data: notice(name, text),
        ...(await about(`process:${processId}`)),
      });
    },

    async damaged({ id, name, damage }) {
      if (damage === null) return;
      const text = `Offsite backups of “${name}” have damaged data: ${damageSentence(damage)}`;
      const once = await about(`offsite-schedule:${id} damaged ${damage.foundAt}`);
      await publish({ event: "offsite_damage_found", data: notice(name, text), ...once });
    },

    async missing({ id, name, createdAt }) {
      const text = `FileMaker Server no longer has the schedule “${name}”. Its backups aren't sent offsite.`;
      const once = await about(`offsite-schedule:${id} of ${createdAt}`);
      await publish({ event: "offsite_schedule_missing", data: notice(name, text), ...once });
    },
  };
}
