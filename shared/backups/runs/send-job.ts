import { BackupOutcome } from "#shared/agent/protocol/tasks/backup-tasks.ts";
import type { JobKind } from "#shared/jobs/api.ts";
import type { Clock } from "#shared/ports/clock.ts";
import type { ProcessRecord } from "#shared/processes/api.ts";
import type { RunRecord } from "../schedules/record.ts";
import { withEndedRun, withNewest } from "../schedules/rules.ts";
import type { OffsiteScheduleStore } from "../schedules/store.ts";
import type { RunEvents } from "./run-events.ts";
import { scheduleIn } from "./start-run.ts";

interface SendJobDependencies {
  /** Offers the work to the agent. */
  readonly sending: JobKind;
  readonly store: OffsiteScheduleStore;
  readonly events: Pick<RunEvents, "ended">;
  readonly clock: Clock;
}

/** Sends a backup, and stores the result. */
export function sendJob({ sending, store, events, clock }: SendJobDependencies): JobKind {
  return {
    ...sending,
    async followUp(process) {
      const scheduleId = scheduleIn(process.objects);
      const run = scheduleId === undefined ? undefined : await store.run(scheduleId, process.id);
      if (run === undefined) return;
      const known = process.outcome === null ? undefined : BackupOutcome.parse(JSON.parse(process.outcome));
      const ended = endedRun(run, process, known, clock.now());
      await store.keepRun(ended);
      const schedule = await store.change(run.scheduleId, (found) =>
        withNewest(withEndedRun(found, ended, known ?? { databases: [] }), known?.snapshot),
      );
      // The schedule may have been deleted meanwhile.
      if (schedule !== undefined) await events.ended(schedule.name, ended);
    },
  };
}

function endedRun(
  run: RunRecord,
  { state, reason, endedAt }: ProcessRecord,
  known: BackupOutcome | undefined,
  now: number,
): RunRecord {
  return {
    ...run,
    folder: known?.folder ?? run.folder,
    snapshot: known?.snapshot?.name ?? null,
    endedAt: endedAt ?? now,
    state,
    reason,
    figures: known === undefined ? null : figuresOf(known),
  };
}

function figuresOf({ files, bytes, sentFiles, sentBytes }: BackupOutcome): RunRecord["figures"] {
  return { files, bytes, sentFiles, sentBytes };
}
